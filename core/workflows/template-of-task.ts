import { NamedError } from "../errors.ts";
import type { Template } from "../templates/template.ts";

/** Returns the template of a task. Throws NamedError RenderFailed when it no longer exists. */
export const templateOfTask = (
  templateId: string,
  { findTemplate }: { findTemplate: (templateId: string) => Template | null },
): Template => {
  const template = findTemplate(templateId);
  if (template) return template;
  throw new NamedError(
    "RenderFailed",
    "The template of this task is no longer available. Create the task again with another template.",
  );
};
