import * as z from "zod";
import { usagePeriods } from "../../billing/usage.ts";
import { usd } from "./common.ts";

const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, "must be a date as YYYY-MM-DD")
  .refine((text) => !Number.isNaN(Date.parse(text)), "must be a date that exists");

export const usageQuery = z.object({
  since: day.optional().meta({ description: "First day, UTC. Defaults to 30 days before `until`." }),
  until: day.optional().meta({ description: "Last day, UTC. Defaults to today." }),
  period: z
    .enum(usagePeriods)
    .optional()
    .meta({ description: "Length of a period. all: one period for the whole time. Defaults to day." }),
});

const usageSchema = z
  .object({
    period: z.string().meta({
      description: "The day as YYYY-MM-DD, the month as YYYY-MM, or `all`. UTC.",
      example: "2026-12-01",
    }),
    tasks: z.number().int().meta({ description: "Number of completed tasks." }),
    seconds: z.number().meta({ description: "Duration of the media of these tasks in seconds." }),
    amount: usd.meta({ description: "Amount charged for these tasks, in US dollars." }),
  })
  .meta({ id: "Usage", description: "The usage of the account in a period." });

export const usageListSchema = z
  .array(usageSchema)
  .meta({ id: "UsageList", description: "The usage of the account by period." });
export type UsageList = z.infer<typeof usageListSchema>;
