import { RemovalPolicy } from "aws-cdk-lib";
import { AttributeType, Billing, ProjectionType, StreamViewType, TableV2 } from "aws-cdk-lib/aws-dynamodb";
import { Construct } from "constructs";

const text = (name: string) => ({ name, type: AttributeType.STRING });
const index = (indexName: "gsi1" | "gsi2") => ({
  indexName,
  partitionKey: text(`${indexName}pk`),
  sortKey: text(`${indexName}sk`),
  projectionType: ProjectionType.ALL,
});

/** The one table: accounts, keys, videos, tasks, the ledger and the outbox. Kept when the stack is deleted. */
export class RecordsTable extends Construct {
  readonly table: TableV2;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.table = new TableV2(this, "Table", {
      partitionKey: text("pk"),
      sortKey: text("sk"),
      globalSecondaryIndexes: [index("gsi1"), index("gsi2")],
      billing: Billing.onDemand(),
      timeToLiveAttribute: "ttlSeconds",
      dynamoStream: StreamViewType.NEW_IMAGE,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      removalPolicy: RemovalPolicy.RETAIN,
    });
  }
}
