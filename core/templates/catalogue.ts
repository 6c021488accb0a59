import boxed from "../../templates/boxed.json" with { type: "json" };
import karaoke from "../../templates/karaoke.json" with { type: "json" };
import plain from "../../templates/plain.json" with { type: "json" };
import pop from "../../templates/pop.json" with { type: "json" };
import { type Template, templateSchema } from "./template.ts";

/** All looks; the first is the default. JSON imports, so that bundlers carry the files into functions. */
export const templates: readonly Template[] = [pop, karaoke, boxed, plain].map((file) =>
  templateSchema.parse(file),
);

/** The template with this id, or with this name in any case; null when there is none. */
export const findTemplate = (idOrName: string): Template | null => {
  const wanted = idOrName.trim().toLowerCase();
  return (
    templates.find((template) => template.id === wanted) ??
    templates.find((template) => template.name.toLowerCase() === wanted) ??
    null
  );
};

/** File names under templates/previews, made by containers/render/previews.ts. */
export const previewFiles = (template: Template): { mp4: string; gif: string } => ({
  mp4: `${template.slug}.mp4`,
  gif: `${template.slug}.gif`,
});
