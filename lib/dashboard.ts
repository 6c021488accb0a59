import { Duration } from "aws-cdk-lib";
import {
  Dashboard as CloudWatchDashboard,
  GraphWidget,
  type IMetric,
  Metric,
} from "aws-cdk-lib/aws-cloudwatch";
import { Construct } from "constructs";
import type { TaskMetric } from "../lambdas/environment.ts";
import { eventFunctions } from "./alarms.ts";
import type { Engine } from "./engine.ts";
import type { Functions } from "./functions.ts";
import { globalName } from "./global-name.ts";
import { type MachineNames, machines } from "./machine-names.ts";
import { metricSum } from "./metric-sum.ts";
import { productMetric } from "./product-metric.ts";
import { usedVcpus } from "./used-vcpus.ts";

export interface DashboardProps {
  engine: Engine;
  functions: Functions;
  names: MachineNames;
  apiId: string;
}

const period = Duration.minutes(5);

/** A dashboard of requests, executions, functions, webhooks and containers. */
export class Dashboard extends Construct {
  constructor(scope: Construct, id: string, { engine, functions, names, apiId }: DashboardProps) {
    super(scope, id);
    engine.onlyInCloud(this);
    const api = (metricName: string, statistic: string): Metric =>
      this.metric("AWS/ApiGateway", metricName, statistic, { ApiId: apiId });
    const executions = (metricName: string): Metric[] =>
      machines.map((machine) =>
        this.metric("AWS/States", metricName, "Sum", { StateMachineArn: names.arn(machine) }, machine),
      );
    const ofTasks = (name: TaskMetric, statistic: string): Metric =>
      productMetric(this, "Tasks", name, statistic, period);
    const graph = (title: string, left: IMetric[], right: IMetric[] = []): GraphWidget =>
      new GraphWidget({ title, left, right, width: 8 });
    // The metrics without a dimension count the functions of the whole account. Errors of the API's functions are 5xx responses.
    const errors = [...eventFunctions, "reconcile"].map((name) =>
      functions.get(name).metricErrors({ statistic: "Sum", period }),
    );
    new CloudWatchDashboard(this, "Dashboard", {
      dashboardName: globalName(this, "service"),
      defaultInterval: Duration.days(1),
      widgets: [
        [
          graph("Requests", [api("Count", "Sum"), api("4xx", "Sum"), api("5xx", "Sum")]),
          graph("Response time", [api("Latency", "p50"), api("Latency", "p99")]),
          graph("Functions", [
            metricSum(errors, period, "Errors of event handlers"),
            this.metric("AWS/Lambda", "Throttles", "Sum", {}, "Throttles in the account"),
            this.metric("AWS/Lambda", "ConcurrentExecutions", "Maximum", {}, "Executions in the account"),
          ]),
        ],
        [
          graph("Executions that started", executions("ExecutionsStarted")),
          graph("Executions that failed", [
            ...executions("ExecutionsFailed"),
            ...executions("ExecutionsTimedOut"),
          ]),
          graph("Time of an execution", executions("ExecutionTime")),
        ],
        [
          graph(
            "Unfinished tasks",
            (["Running", "Queued", "Approval"] as const).map((name) => ofTasks(name, "Maximum")),
            [ofTasks("OldestRunningMinutes", "Maximum")],
          ),
          graph(
            "Ended tasks",
            (
              ["Completed", "Failed", "FailedByService", "ClipModelFailed", "SentenceRatingFailed"] as const
            ).map((name) => ofTasks(name, "Sum")),
            (["p50", "p95"] as const).map((statistic) => ofTasks("SpeedFactor", statistic)),
          ),
          graph("Money (USD)", [ofTasks("Held", "Maximum")], [ofTasks("ChargedPerMinute", "Average")]),
        ],
        [
          graph(
            "Webhooks",
            (["Attempts", "Delivered", "DeadLetters"] as const).map((name) =>
              productMetric(this, "Webhooks", name, "Sum", period),
            ),
          ),
          graph(
            "Delay of events and webhooks",
            [functions.get("publish-outbox").metric("IteratorAge", { statistic: "Maximum" })],
            [productMetric(this, "Webhooks", "OverdueSeconds", "Maximum", period)],
          ),
          graph("vCPUs of containers in the account", [
            usedVcpus("Spot", period),
            usedVcpus("OnDemand", period),
          ]),
        ],
      ],
    });
  }

  private metric(
    namespace: string,
    metricName: string,
    statistic: string,
    dimensionsMap: Record<string, string> = {},
    label = `${metricName} ${statistic}`,
  ): Metric {
    return new Metric({
      namespace,
      metricName,
      statistic,
      dimensionsMap,
      label,
      period,
    });
  }
}
