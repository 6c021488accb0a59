/** Names of what the engine itself talks to in the deployed stack. */
export interface DeployedNames {
  apiId: string;
  mediaBucket: string;
  table: string;
  /** Family of the upload process's task definition; its newest revision counts. */
  ingestFamily: string;
  reconcileFunction: string;
}

/** From the stack's outputs. Throws for one that is missing. */
export function deployedNames(stackName: string, outputs: Readonly<Record<string, string>>): DeployedNames {
  const output = (name: string): string => {
    const value = outputs[name];
    if (!value) throw new Error(`the stack ${stackName} has no output ${name}`);
    return value;
  };
  return {
    apiId: output("HttpApiId"),
    mediaBucket: output("BucketName"),
    table: output("TableName"),
    ingestFamily: `${stackName}-ingest`,
    reconcileFunction: output("ReconcileFunctionName"),
  };
}
