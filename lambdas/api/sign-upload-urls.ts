import { type ResponseOf, routeOf } from "../../core/api/routes.ts";
import { signUploadUrls } from "../../core/videos/multipart-upload.ts";
import { accountIdOf, type RequestOf } from "../shared/api-request.ts";
import { apiHandler } from "../shared/api-stack.ts";
import { records, uploads } from "../shared/dependencies.ts";
import { fitUploadUrls } from "../shared/upload-response.ts";

export const run = async (
  request: RequestOf<"sign-upload-urls">,
  deps: Parameters<typeof signUploadUrls>[1],
): Promise<ResponseOf<"sign-upload-urls">> => {
  const signed = await signUploadUrls({ accountId: accountIdOf(request), ...request.body }, deps);
  return { status: 200, body: fitUploadUrls(signed, request) };
};

export const handler = apiHandler(
  routeOf("sign-upload-urls"),
  (env) => ({ ...records(env), ...uploads(env) }),
  run,
);
