import { templateFiles } from "./files.ts";
import { type Template, templateSchema } from "./template.ts";

/** All templates in the order of the list; the first one is the default. */
export const templates: readonly Template[] = templateFiles
  .map((file) => templateSchema.parse(file))
  .sort((one, other) => one.order - other.order || one.name.localeCompare(other.name, "en"));

/** Returns the template with this ID or name (case-insensitive); null when it does not exist. */
export const findTemplate = (idOrName: string): Template | null => {
  const wanted = idOrName.trim().toLowerCase();
  return (
    templates.find((template) => template.id === wanted) ??
    templates.find((template) => template.name.toLowerCase() === wanted) ??
    null
  );
};

/** Returns the file names in templates/previews; containers/render/previews.ts creates the files. */
export const previewFiles = (template: Template): { mp4: string; gif: string } => ({
  mp4: `${template.slug}.mp4`,
  gif: `${template.slug}.gif`,
});
