/** Names of the deployed resources that the engine itself uses. */
export interface DeployedNames {
  apiId: string;
  mediaBucket: string;
  table: string;
  /** Family of the ingest process's task definition, whose newest revision is used. */
  ingestFamily: string;
  reconcileFunction: string;
}

/** Reads the names from the stack's outputs. Throws if one is missing. */
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
