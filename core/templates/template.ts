import { z } from "zod";

/** A caption look; one JSON file each under templates/. */
export const templateSchema = z.object({
  id: z.uuid(),
  name: z.string().min(1).max(60),
  categories: z.array(z.enum(["animated", "highlighted", "basic"])).min(1),
});
export type Template = z.infer<typeof templateSchema>;
