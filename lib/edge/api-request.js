import cf from "cloudfront";

/**
 * CloudFront function before the API. Sends files to the upload service where there is one, and rejects bodies that the API
 * cannot take in the API's own error shape: the gateway's own response names no way that works.
 */
const uploadOrigin = "__UPLOAD_ORIGIN__";
const maxFileBytes = Number("__MAX_FILE_BYTES__");
const maxBodyBytes = Number("__MAX_BODY_BYTES__");

const wayForFiles = {
  "/videos":
    "Use POST /videos/upload, which accepts a video in parts, or POST /videos/url, which imports it.",
  "/fonts": "Upload the font as WOFF2, or with fewer characters.",
};

// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it by this name.
function handler(event) {
  const request = event.request;
  const path = request.uri.length > 1 ? request.uri.replace(/\/$/, "") : request.uri;
  const length = request.headers["content-length"];
  const bytes = length ? Number(length.value) : 0;
  if (request.method === "POST" && (path === "/videos" || path === "/fonts")) {
    if (uploadOrigin !== "") {
      cf.selectRequestOriginById(uploadOrigin);
      return request;
    }
    if (bytes > maxFileBytes) {
      return tooLarge(event, `A file must not exceed ${maxFileBytes} bytes. ${wayForFiles[path]}`);
    }
    return request;
  }
  if (bytes > maxBodyBytes) {
    return tooLarge(event, "A JSON body must not exceed 4.5 MiB. Send files by multipart upload.");
  }
  return request;
}

function tooLarge(event, message) {
  const requestId = event.context.requestId;
  return {
    statusCode: 413,
    statusDescription: "Content Too Large",
    headers: {
      "content-type": { value: "application/json; charset=utf-8" },
      "cache-control": { value: "no-store" },
      "access-control-allow-origin": { value: "*" },
      "x-request-id": { value: requestId },
    },
    body: JSON.stringify({
      statusCode: 413,
      error: "Content Too Large",
      message: message,
      code: "PayloadTooLarge",
      requestId: requestId,
    }),
  };
}
