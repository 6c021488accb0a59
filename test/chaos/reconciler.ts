import { LambdaClient, paginateListFunctions } from "@aws-sdk/client-lambda";
import { region, testCredentials } from "../../local/emulator/environment.ts";
import { invokeReconciler } from "../../local/emulator/invoke-reconciler.ts";

/** Invokes the reconciler of the service, which runs every minute, now. `port`: of the AWS engine. */
export const reconcileNow = async (port: number): Promise<void> => {
  const client = new LambdaClient({
    endpoint: `http://127.0.0.1:${port}`,
    region,
    credentials: testCredentials,
  });
  try {
    for await (const { Functions = [] } of paginateListFunctions({ client }, {})) {
      const found = Functions.find(({ FunctionName }) => FunctionName?.includes("FunctionsReconcile"));
      if (found?.FunctionName) return await invokeReconciler(found.FunctionName, port);
    }
    throw new Error("The service has no reconciler");
  } finally {
    client.destroy();
  }
};
