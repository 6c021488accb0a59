import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";
import { region, testCredentials } from "./environment.ts";

/** Invokes the reconciler asynchronously, so that unfinished tasks continue now and not at its next schedule. */
export async function invokeReconciler(reconcileFunction: string, emulatorPort: number): Promise<void> {
  const lambda = new LambdaClient({
    endpoint: `http://127.0.0.1:${emulatorPort}`,
    region,
    credentials: testCredentials,
  });
  await lambda.send(
    new InvokeCommand({ FunctionName: reconcileFunction, InvocationType: "Event", Payload: "{}" }),
  );
  lambda.destroy();
}
