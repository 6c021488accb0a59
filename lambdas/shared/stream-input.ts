import * as z from "zod";

/** Records of the table's stream; the source filters for new rows of one kind. */
export const streamInput = z.object({
  Records: z.array(z.object({ dynamodb: z.object({ NewImage: z.record(z.string(), z.unknown()) }) })),
});
