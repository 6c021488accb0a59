import { z } from "zod";
import { usd } from "./common.ts";

export const templateListSchema = z.array(
  z
    .object({
      id: z.string(),
      name: z.string(),
      categories: z.array(z.enum(["animated", "highlighted", "basic"])),
      previewUrl: z.string(),
      previews: z.object({ previewMp4: z.string(), previewGif: z.string() }),
    })
    .meta({ id: "Template" }),
);

export const previewPath = z.object({ file: z.string() });

export const balanceSchema = z.object({
  balance: usd.meta({ description: "What can be spent." }),
  held: usd.meta({ description: "Set aside for tasks under way." }),
  currency: z.literal("USD"),
});
