import { templateFiles } from "./files.ts";
import { type Template, templateSchema } from "./template.ts";

/** All templates in the order of the list; the first is the default. */
export const templates: readonly Template[] = templateFiles
  .map((file) => templateSchema.parse(file))
  .sort((one, other) => one.order - other.order || one.name.localeCompare(other.name, "en"));

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
