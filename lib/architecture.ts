import { Platform } from "aws-cdk-lib/aws-ecr-assets";
import { CpuArchitecture } from "aws-cdk-lib/aws-ecs";
import { Architecture } from "aws-cdk-lib/aws-lambda";
import type { Construct } from "constructs";
import * as z from "zod";
import { contextChoice } from "./context.ts";

/** Processor of the containers, as the services that build and run them name it. */
export interface ImageArchitecture {
  build: Platform;
  fargate: CpuArchitecture;
  lambda: Architecture;
}

const architectureSetting = z.enum(["x86_64", "arm64"]);

const architectures: Record<z.infer<typeof architectureSetting>, ImageArchitecture> = {
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
export const imageArchitecture = (scope: Construct): ImageArchitecture =>
  architectures[contextChoice(scope, "architecture", architectureSetting, "x86_64")];
