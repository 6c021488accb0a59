import * as z from "zod";
import { usd } from "./common.ts";

const templateSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    categories: z.array(z.string()),
    previewUrl: z.string(),
    previews: z.object({ previewMp4: z.string(), previewGif: z.string() }).meta({ id: "TemplatePreviews" }),
  })
  .meta({ id: "Template" });

export const templateListSchema = z.array(templateSchema).meta({ id: "TemplateList" });

export const previewPath = z.object({ file: z.string() });

export const balanceSchema = z
  .object({
    balance: usd.meta({ description: "Amount that can be spent, in US dollars." }),
    held: usd.meta({ description: "Amount held for tasks in progress, in US dollars." }),
    currency: z.literal("USD"),
  })
  .meta({ id: "Balance" });
