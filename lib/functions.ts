import { join } from "node:path";
import { Duration, RemovalPolicy } from "aws-cdk-lib";
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import {
  Architecture,
  type CfnFunction,
  Code,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
} from "aws-cdk-lib/aws-lambda";
import { LogGroup, RetentionDays } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import { environmentFor } from "./environment-values.ts";
import { type FunctionDefinition, functionDefinitions } from "./function-definitions.ts";
import { type Resources, statementsFor } from "./grants.ts";
import { hasTraces, traceStatements } from "./traces.ts";

export interface FunctionsProps {
  resources: Resources;
  /** Folder of the bundles of all functions. */
  bundles: string;
  /** Functions of disabled options. */
  without: readonly string[];
}

/** `prepare-task` → `PrepareTask`: the construct's id and the name in state machine files. */
export const pascalCase = (name: string): string =>
  name.replace(/(^|-)([a-z])/g, (_, __, letter: string) => letter.toUpperCase());

/**
 * Creates the role of a function, because the managed policy of the default role may write to every log group. The statements are part of
 * the role, because a policy per function would be dozens of resources, of which a stack has at most 500. A role that the statements
 * refer to and that trusts this one needs them in a separate policy.
 */
const roleOf = (scope: Construct, statements: PolicyStatement[], isTrusted: boolean): Role => {
  const assumedBy = new ServicePrincipal("lambda.amazonaws.com");
  if (!isTrusted) {
    return new Role(scope, "Role", {
      assumedBy,
      inlinePolicies: { Grants: new PolicyDocument({ statements }) },
    });
  }
  const role = new Role(scope, "Role", { assumedBy });
  for (const statement of statements) role.addToPolicy(statement);
  return role;
};

/** All Lambda functions: one per route, one per step of a machine, one per kind of event. */
export class Functions extends Construct {
  private readonly byName = new Map<string, LambdaFunction>();

  constructor(scope: Construct, id: string, { resources, bundles, without }: FunctionsProps) {
    super(scope, id);
    const definitions = [...functionDefinitions].filter(([name]) => !without.includes(name));
    for (const [name, definition] of definitions) {
      this.byName.set(name, this.add(name, definition, join(bundles, name), resources));
    }
  }

  /** Throws Error for an unknown name. */
  get(name: string): LambdaFunction {
    const found = this.byName.get(name);
    if (!found) throw new Error(`No function ${name}`);
    return found;
  }

  has(name: string): boolean {
    return this.byName.has(name);
  }

  get names(): string[] {
    return [...this.byName.keys()];
  }

  private add(
    name: string,
    definition: FunctionDefinition,
    codeDir: string,
    resources: Resources,
  ): LambdaFunction {
    const scope = new Construct(this, pascalCase(name));
    const logGroup = new LogGroup(scope, "Logs", {
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const role = roleOf(
      scope,
      [
        new PolicyStatement({
          actions: ["logs:CreateLogStream", "logs:PutLogEvents"],
          resources: [logGroup.logGroupArn],
        }),
        ...statementsFor(definition.grants, resources),
        ...traceStatements(this),
      ],
      definition.grants.includes("uploads:sign"),
    );
    const lambda = new LambdaFunction(scope, "Function", {
      description: `${name} of capstack`,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      handler: "index.handler",
      code: Code.fromAsset(codeDir),
      timeout: Duration.seconds(definition.timeoutSeconds),
      memorySize: definition.memoryMiB,
      environment: environmentFor(definition.environment, resources),
      loggingFormat: LoggingFormat.JSON,
      role,
      logGroup,
    });
    // The construct's own option would create a policy for each function.
    if (hasTraces(this)) (lambda.node.defaultChild as CfnFunction).tracingConfig = { mode: "Active" };
    return lambda;
  }
}
