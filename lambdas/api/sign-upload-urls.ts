import type { z } from "zod";
import type { signUploadUrlsBody } from "../../core/api/schemas/videos.ts";
import { signUploadUrls } from "../../core/videos/multipart-upload.ts";
import { type ApiRequest, type ApiResponse, accountIdOf } from "../shared/api-request.ts";
import { apiHandler } from "../shared/api-stack.ts";
import { media, records } from "../shared/dependencies.ts";
import { fitUploadUrls } from "../shared/upload-response.ts";

interface Shape {
  body: z.infer<typeof signUploadUrlsBody>;
}

export const run = async (
  request: ApiRequest<Shape>,
  deps: Parameters<typeof signUploadUrls>[1],
): Promise<ApiResponse> => {
  const signed = await signUploadUrls({ accountId: accountIdOf(request), ...request.body }, deps);
  return { status: 200, body: fitUploadUrls(signed, request) };
};

export const handler = apiHandler("sign-upload-urls", (env) => ({ ...records(env), ...media(env) }), run);
