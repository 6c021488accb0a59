import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Fn, Stack } from "aws-cdk-lib";
import type { ICluster } from "aws-cdk-lib/aws-ecs";
import { Policy, PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { CfnStateMachine } from "aws-cdk-lib/aws-stepfunctions";
import { Construct } from "constructs";
import { type ClipCutter, withoutMediaConvert } from "./clip-cutter.ts";
import { tasksOf } from "./cluster-rules.ts";
import { type ContainerName, type Containers, containerNames, familyOf } from "./containers.ts";
import { type Functions, pascalCase } from "./functions.ts";
import { MachineNames, machines } from "./machine-names.ts";
import { managedRule } from "./managed-rule.ts";
import type { Network } from "./network.ts";
import { type ShortTasks, shortTaskWorkers, withoutShortTasks } from "./short-tasks.ts";
import { hasTraces, traceStatements } from "./traces.ts";

export interface StateMachinesProps {
  functions: Functions;
  containers: Containers;
  cluster: ICluster;
  network: Network;
  names: MachineNames;
  /** Undefined: containers cut clips. */
  clipCutter: ClipCutter | undefined;
  /** Undefined: containers do the work of short tasks too. */
  shortTasks: ShortTasks | undefined;
  root: string;
}

/** Returns a machine without the states of options that are off. */
const usedStates = (whole: Parameters<typeof withoutMediaConvert>[0], props: StateMachinesProps) => {
  const cutting = props.clipCutter ? whole : withoutMediaConvert(whole);
  return props.shortTasks ? cutting : withoutShortTasks(cutting);
};

interface Substitution {
  value: string;
  /** The grants of the machine's role that this name in its file implies. */
  statements: PolicyStatement[];
}

/**
 * The machines of statemachines/*.asl.json. A file contains `${PrepareTaskFunctionArn}`, `${RenderTaskDefinitionArn}`
 * or `${TranscriptionMachineArn}`, from which the values and the grants derive. An unknown name stops the synthesis.
 */
export class StateMachines extends Construct {
  constructor(scope: Construct, id: string, props: StateMachinesProps) {
    super(scope, id);
    const known = this.substitutions(props);
    for (const machine of machines) {
      const file = join(props.root, "statemachines", `${MachineNames.file(machine)}.asl.json`);
      // Integrations contain the partition of the stack, which is not `aws` in GovCloud and in China.
      const whole = JSON.parse(readFileSync(file, "utf8"));
      const definition = JSON.stringify(usedStates(whole, props)).replaceAll(
        "arn:aws:states:::",
        // biome-ignore lint/suspicious/noTemplateCurlyInString: CloudFormation substitutes it.
        "arn:${Partition}:states:::",
      );
      const used = [...new Set([...definition.matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name ?? ""))];
      const substitutions = used.map((name) => {
        const substitution = known.get(name);
        if (!substitution) throw new Error(`${file} names \${${name}}, which nothing provides`);
        return [name, substitution] as const;
      });
      const role = new Role(this, `${machine}Role`, {
        assumedBy: new ServicePrincipal("states.amazonaws.com"),
      });
      const policy = new Policy(this, `${machine}Policy`, {
        roles: [role],
        statements: [...substitutions.flatMap(([, { statements }]) => statements), ...traceStatements(this)],
      });
      const resource = new CfnStateMachine(this, machine, {
        stateMachineName: props.names.name(machine),
        stateMachineType: "STANDARD",
        roleArn: role.roleArn,
        ...(hasTraces(this) ? { tracingConfiguration: { enabled: true } } : {}),
        definitionString: definition,
        definitionSubstitutions: Object.fromEntries(substitutions.map(([name, { value }]) => [name, value])),
      });
      // cfn-lint does not support JSONata expressions as timeouts; asl-validator, in the tests, does.
      resource.addMetadata("cfn-lint", { config: { ignore_checks: ["E3601"] } });
      // A machine may be started as soon as it exists.
      resource.node.addDependency(policy);
    }
  }

  private substitutions(props: StateMachinesProps): Map<string, Substitution> {
    const { functions, containers, cluster, network, names, clipCutter, shortTasks } = props;
    const known = new Map<string, Substitution>([
      ["Partition", { value: Stack.of(this).partition, statements: [] }],
      ["ClusterArn", { value: cluster.clusterArn, statements: [] }],
      ["SubnetIds", { value: Fn.join(",", network.subnetIds), statements: [] }],
      ["SecurityGroupId", { value: network.taskSecurityGroup.securityGroupId, statements: [] }],
      ["TranscriptionMachineArn", this.childMachine(names)],
    ]);
    const invocable = [
      ...functions.names.map((name) => [name, functions.get(name)] as const),
      ...(shortTasks ? shortTaskWorkers.map((name) => [name, shortTasks.functions[name]] as const) : []),
    ];
    for (const [name, { functionArn }] of invocable) {
      const invoke = new PolicyStatement({ actions: ["lambda:InvokeFunction"], resources: [functionArn] });
      known.set(`${pascalCase(name)}FunctionArn`, { value: functionArn, statements: [invoke] });
    }
    for (const name of containerNames) {
      known.set(`${pascalCase(name)}TaskDefinitionArn`, this.container(name, containers, cluster));
    }
    if (clipCutter) {
      known.set("ClipCutterQueueArn", { value: clipCutter.queueArn, statements: clipCutter.statements });
      known.set("ClipCutterRoleArn", { value: clipCutter.roleArn, statements: [] });
    }
    return known;
  }

  /** Waiting for a child execution requires a rule that Step Functions manages in the account. */
  private childMachine(names: MachineNames): Substitution {
    return {
      value: names.arn("transcription"),
      statements: [
        new PolicyStatement({ actions: ["states:StartExecution"], resources: [names.arn("transcription")] }),
        new PolicyStatement({
          actions: ["states:DescribeExecution", "states:StopExecution"],
          resources: [names.executionArns("transcription")],
        }),
        managedRule(this, "StepFunctionsGetEventsForStepFunctionsExecutionRule"),
      ],
    };
  }

  private container(name: ContainerName, { taskDefinitions }: Containers, cluster: ICluster): Substitution {
    const definition = taskDefinitions[name];
    const arn = Stack.of(this).formatArn({
      service: "ecs",
      resource: "task-definition",
      resourceName: familyOf(this, name),
    });
    return {
      value: arn,
      statements: [
        new PolicyStatement({
          actions: ["ecs:RunTask"],
          resources: [arn, `${arn}:*`],
          conditions: { ArnEquals: { "ecs:cluster": cluster.clusterArn } },
        }),
        // A task gets the tags of its definition, for the allocation of costs.
        new PolicyStatement({
          actions: ["ecs:TagResource"],
          resources: [tasksOf(cluster)],
          conditions: { StringEquals: { "ecs:CreateAction": "RunTask" } },
        }),
        new PolicyStatement({
          actions: ["iam:PassRole"],
          resources: [definition.taskRole.roleArn, definition.obtainExecutionRole().roleArn],
          conditions: { StringEquals: { "iam:PassedToService": "ecs-tasks.amazonaws.com" } },
        }),
      ],
    };
  }
}
