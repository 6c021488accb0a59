import { createDynamoCapacityStore } from "../../adapters/dynamo/capacity-store.ts";
import { createTable } from "../../adapters/dynamo/table.ts";
import type { CapacityDeps } from "../../core/capacity/reserve-capacity.ts";

/** The vCPUs of containers, for functions that reserve or release them. */
export const capacity = (env: {
  TABLE_NAME: string;
  FARGATE_VCPUS: number;
}): Pick<CapacityDeps, "capacity" | "maxVcpus"> => ({
  capacity: createDynamoCapacityStore(createTable(env.TABLE_NAME)),
  maxVcpus: env.FARGATE_VCPUS === 0 ? null : env.FARGATE_VCPUS,
});
