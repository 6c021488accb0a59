import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";
import { region, testCredentials } from "./environment.ts";

/** Has the reconciler look at every unfinished task now; it runs by itself afterwards. */
export async function driveUnfinished(reconcileFunction: string, emulatorPort: number): Promise<void> {
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
