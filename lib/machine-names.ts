import { ArnFormat, Stack } from "aws-cdk-lib";
import type { Construct } from "constructs";

const nameOf = {
  captioning: "captioning-task",
  clip: "clip-task",
  transcription: "transcription",
  videoImport: "video-import",
} as const;

export type Machine = keyof typeof nameOf;
export const machines = Object.keys(nameOf) as Machine[];

/**
 * Names of the machines. They are fixed, because functions start machines that invoke these same functions: only a name
 * known in advance avoids a circular dependency.
 */
export class MachineNames {
  private readonly stack: Stack;

  constructor(scope: Construct) {
    this.stack = Stack.of(scope);
  }

  /** The machine's file under statemachines, without `.asl.json`. */
  static file(machine: Machine): string {
    return nameOf[machine];
  }

  name(machine: Machine): string {
    return `${this.stack.stackName}-${nameOf[machine]}`;
  }

  arn(machine: Machine): string {
    return this.format("stateMachine", this.name(machine));
  }

  /** Matches every execution of the machine. */
  executionArns(machine: Machine): string {
    return this.format("execution", `${this.name(machine)}:*`);
  }

  private format(resource: string, resourceName: string): string {
    return this.stack.formatArn({
      service: "states",
      resource,
      resourceName,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
  }
}
