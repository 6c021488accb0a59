import { Duration } from "aws-cdk-lib";
import { Dashboard as CloudWatchDashboard, GraphWidget, Metric } from "aws-cdk-lib/aws-cloudwatch";
import { Construct } from "constructs";
import type { TaskMetric } from "../lambdas/environment.ts";
import type { Engine } from "./engine.ts";
import type { Functions } from "./functions.ts";
import { globalName } from "./global-name.ts";
import { type MachineNames, machines } from "./machine-names.ts";
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
      productMetric("Tasks", name, statistic, period);
    const graph = (title: string, left: Metric[], right: Metric[] = []): GraphWidget =>
      new GraphWidget({ title, left, right, width: 8 });
    new CloudWatchDashboard(this, "Dashboard", {
      dashboardName: globalName(this, "service"),
      defaultInterval: Duration.days(1),
      widgets: [
        [
          graph("Requests", [api("Count", "Sum"), api("4xx", "Sum"), api("5xx", "Sum")]),
          graph("Response time", [api("Latency", "p50"), api("Latency", "p99")]),
          graph("Functions", [
            this.metric("AWS/Lambda", "Errors", "Sum"),
            this.metric("AWS/Lambda", "Throttles", "Sum"),
            this.metric("AWS/Lambda", "ConcurrentExecutions", "Maximum"),
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
            (["Completed", "Failed", "FailedByService"] as const).map((name) => ofTasks(name, "Sum")),
            (["p50", "p95"] as const).map((statistic) => ofTasks("SpeedFactor", statistic)),
          ),
          graph("Money (USD)", [ofTasks("Held", "Maximum")], [ofTasks("ChargedPerMinute", "Average")]),
        ],
        [
          graph(
            "Webhooks",
            (["Attempts", "Delivered", "DeadLetters"] as const).map((name) =>
              productMetric("Webhooks", name, "Sum", period),
            ),
          ),
          graph(
            "Delay of events and webhooks",
            [functions.get("publish-outbox").metric("IteratorAge", { statistic: "Maximum" })],
            [productMetric("Webhooks", "OverdueSeconds", "Maximum", period)],
          ),
          graph("vCPUs of containers", [usedVcpus("Spot", period), usedVcpus("OnDemand", period)]),
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
