import { type ResponseOf, routeOf } from "../../core/api/routes.ts";
import { createUpload } from "../../core/videos/multipart-upload.ts";
import { accountIdOf, callerPlan, type RequestOf } from "../shared/api-request.ts";
import { apiHandler } from "../shared/api-stack.ts";
import { records, uploads } from "../shared/dependencies.ts";
import { fitUploadUrls } from "../shared/upload-response.ts";

type Deps = Parameters<typeof createUpload>[1] & { newId: () => string };

export const run = async (
  request: RequestOf<"create-upload">,
  deps: Deps,
): Promise<ResponseOf<"create-upload">> => {
  const upload = await createUpload(
    {
      videoId: request.resourceId,
      storageId: deps.newId(),
      accountId: accountIdOf(request),
      ttl: request.query.ttl,
      filename: request.body.filename,
      quota: callerPlan(request),
      partSizes: request.body.uploadParts.map((part) => part.contentLength),
    },
    deps,
  );
  return { status: 201, body: fitUploadUrls(upload, request) };
};

export const handler = apiHandler(
  routeOf("create-upload"),
  (env) => ({ ...records(env), ...uploads(env) }),
  run,
);
