import { Platform } from "aws-cdk-lib/aws-ecr-assets";
import { CpuArchitecture } from "aws-cdk-lib/aws-ecs";
import { Architecture } from "aws-cdk-lib/aws-lambda";
import type { Construct } from "constructs";
import { contextText } from "./context.ts";

/** Processor of the containers, as the services that build and run them name it. */
export interface ImageArchitecture {
  build: Platform;
  fargate: CpuArchitecture;
  lambda: Architecture;
}

const architectures: Record<string, ImageArchitecture> = {
  x86_64: {
    build: Platform.LINUX_AMD64,
    fargate: CpuArchitecture.X86_64,
    lambda: Architecture.X86_64,
  },
  arm64: {
    build: Platform.LINUX_ARM64,
    fargate: CpuArchitecture.ARM64,
    lambda: Architecture.ARM_64,
  },
};

/** Reads `-c architecture`. Throws Error for an unknown one. */
export const imageArchitecture = (scope: Construct): ImageArchitecture => {
  const found = architectures[contextText(scope, "architecture") ?? "x86_64"];
  if (!found) throw new Error(`-c architecture: give ${Object.keys(architectures).join(" or ")}`);
  return found;
};
