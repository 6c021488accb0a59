import { type ResponseOf, routeOf } from "../../core/api/routes.ts";
import { previewFiles, templates } from "../../core/templates/catalog.ts";
import type { Template } from "../../core/templates/template.ts";
import type { RequestOf } from "../shared/api-request.ts";
import { apiHandler } from "../shared/api-stack.ts";
import { records } from "../shared/dependencies.ts";

export const run = (
  request: RequestOf<"list-templates">,
  deps: { templates: readonly Template[] },
): ResponseOf<"list-templates"> => {
  const preview = (file: string): string => `${request.publicUrl}/templates/previews/${file}`;
  return {
    status: 200,
    body: deps.templates.map((template) => {
      const { mp4, gif } = previewFiles(template);
      const previews = { previewMp4: preview(mp4), previewGif: preview(gif) };
      return { ...template, previewUrl: previews.previewGif, previews };
    }),
  };
};

export const handler = apiHandler(routeOf("list-templates"), (env) => ({ ...records(env), templates }), run);
