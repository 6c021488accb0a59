/** The bytes before and after the one file of a multipart/form-data body. */
export interface MultipartFrame {
  contentType: string;
  head: Buffer;
  tail: Buffer;
}

/** Builds the body of a multipart/form-data request with one file. Source: RFC 7578, 4.2, and the WHATWG rules for quotes and line breaks in names. */
export function multipartFrame(filename: string, boundary: string): MultipartFrame {
  const name = filename.replaceAll('"', "%22").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
  const head = [
    `--${boundary}`,
    `Content-Disposition: form-data; name="file"; filename="${name}"`,
    "Content-Type: application/octet-stream",
    "",
    "",
  ].join("\r\n");
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    head: Buffer.from(head),
    tail: Buffer.from(`\r\n--${boundary}--\r\n`),
  };
}
