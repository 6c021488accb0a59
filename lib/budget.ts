import { CfnBudget } from "aws-cdk-lib/aws-budgets";
import { Construct } from "constructs";
import type { Engine } from "./engine.ts";

export interface BudgetProps {
  engine: Engine;
  /** USD a month. */
  limit: number;
  email: string;
}

/**
 * Sends a warning when the cost of the AWS account exceeds a limit or is forecast to. Of the whole account, because
 * cost allocation tags require manual activation.
 */
export class Budget extends Construct {
  constructor(scope: Construct, id: string, { engine, limit, email }: BudgetProps) {
    super(scope, id);
    engine.onlyInCloud(this);
    const warn = (notificationType: string, threshold: number) => ({
      notification: {
        notificationType,
        comparisonOperator: "GREATER_THAN",
        threshold,
        thresholdType: "PERCENTAGE",
      },
      subscribers: [{ subscriptionType: "EMAIL", address: email }],
    });
    new CfnBudget(this, "Monthly", {
      budget: {
        budgetType: "COST",
        timeUnit: "MONTHLY",
        budgetLimit: { amount: limit, unit: "USD" },
      },
      notificationsWithSubscribers: [warn("ACTUAL", 50), warn("ACTUAL", 100), warn("FORECASTED", 100)],
    });
  }
}
