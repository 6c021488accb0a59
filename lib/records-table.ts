import { RemovalPolicy } from "aws-cdk-lib";
import {
  AttributeType,
  Billing,
  type ITableV2,
  ProjectionType,
  StreamViewType,
  TableV2,
} from "aws-cdk-lib/aws-dynamodb";
import { Construct } from "constructs";
import type { DataSettings } from "./settings.ts";

const text = (name: string) => ({ name, type: AttributeType.STRING });
const index = (indexName: "gsi1" | "gsi2", projectionType: ProjectionType) => ({
  indexName,
  partitionKey: text(`${indexName}pk`),
  sortKey: text(`${indexName}sk`),
  projectionType,
});

/**
 * The table with all records. Kept when the stack is deleted, unless `retainData` is false. An existing table is used
 * without changes.
 */
export class RecordsTable extends Construct {
  readonly table: ITableV2;

  constructor(scope: Construct, id: string, { retain, table }: DataSettings) {
    super(scope, id);
    this.table = table === undefined ? this.ownTable(retain) : this.existingTable(table);
  }

  private ownTable(retain: boolean): ITableV2 {
    const table = new TableV2(this, "Table", {
      partitionKey: text("pk"),
      sortKey: text("sk"),
      // The lists of pending work (adapters/dynamo/pending-work-index.ts) change with every status of every record.
      globalSecondaryIndexes: [index("gsi1", ProjectionType.ALL), index("gsi2", ProjectionType.KEYS_ONLY)],
      billing: Billing.onDemand(),
      timeToLiveAttribute: "ttlSeconds",
      dynamoStream: StreamViewType.NEW_IMAGE,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: retain,
      removalPolicy: retain ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    return table as ITableV2;
  }

  private existingTable({ name, streamArn }: { name: string; streamArn: string }): ITableV2 {
    return TableV2.fromTableAttributes(this, "Table", {
      tableName: name,
      tableStreamArn: streamArn,
      globalIndexes: ["gsi1", "gsi2"],
    });
  }
}
