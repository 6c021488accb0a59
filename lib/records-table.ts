import { RemovalPolicy } from "aws-cdk-lib";
import { AttributeType, Billing, ProjectionType, StreamViewType, TableV2 } from "aws-cdk-lib/aws-dynamodb";
import { Construct } from "constructs";

const text = (name: string) => ({ name, type: AttributeType.STRING });
const index = (indexName: "gsi1" | "gsi2", projectionType: ProjectionType) => ({
  indexName,
  partitionKey: text(`${indexName}pk`),
  sortKey: text(`${indexName}sk`),
  projectionType,
});

/** The one table: accounts, keys, videos, tasks, the ledger and the outbox. Kept when the stack is deleted. */
export class RecordsTable extends Construct {
  readonly table: TableV2;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.table = new TableV2(this, "Table", {
      partitionKey: text("pk"),
      sortKey: text("sk"),
      // Lists of what is to be done (adapters/dynamo/life-index.ts) change with every status of every record.
      globalSecondaryIndexes: [index("gsi1", ProjectionType.ALL), index("gsi2", ProjectionType.KEYS_ONLY)],
      billing: Billing.onDemand(),
      timeToLiveAttribute: "ttlSeconds",
      dynamoStream: StreamViewType.NEW_IMAGE,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      removalPolicy: RemovalPolicy.RETAIN,
    });
  }
}
