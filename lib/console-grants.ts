import type { Resources, Rule } from "./grants.ts";

/** Objects of the console's bucket. */
export const consoleObjects = "console/*";

/** Returns the rules of the function that copies the files of the console; none without a console. */
export const consoleRules = ({ consoleBucket }: Resources): Rule[] =>
  consoleBucket === undefined
    ? []
    : [
        {
          actions: ["s3:PutObject", "s3:DeleteObject"],
          resources: [consoleBucket.arnForObjects(consoleObjects)],
        },
        { actions: ["s3:ListBucket"], resources: [consoleBucket.bucketArn] },
      ];
