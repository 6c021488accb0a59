import { Duration } from "aws-cdk-lib";
import type { IFunction } from "aws-cdk-lib/aws-lambda";
import type { AlarmDefinition } from "./alarms.ts";
import { metricSum } from "./metric-sum.ts";
import type { ShortTaskWorker } from "./short-tasks.ts";

const period = Duration.minutes(15);

/** Returns the alarms about the functions of short tasks by their names. */
export const shortTaskAlarms = (
  functions: Readonly<Record<ShortTaskWorker, IFunction>>,
): Record<string, AlarmDefinition> => ({
  ShortTasksFailing: {
    impact: "Functions for short tasks fail, so containers repeat their work, later and at additional cost.",
    firstStep:
      "Run `npm run admin -- tasks show` to see the errors of the steps, and read the logs of the functions.",
    metric: metricSum(
      Object.values(functions).flatMap((worker) => [
        worker.metricErrors({ statistic: "Sum", period }),
        worker.metricThrottles({ statistic: "Sum", period }),
      ]),
      period,
    ),
    threshold: 5,
    evaluationPeriods: 2,
  },
});
