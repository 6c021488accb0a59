import * as z from "zod";

/** An exact ratio, such as 30000/1001 frames per second or a sample aspect of 4:3. */
export const rationalSchema = z.object({ num: z.number().int(), den: z.number().int().positive() });
export type Rational = z.infer<typeof rationalSchema>;
