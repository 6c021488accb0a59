import { type Stack, Validations } from "aws-cdk-lib";
import { mediaConvertJobs } from "./clip-cutter.ts";
import { tasksOf } from "./cluster-rules.ts";
import { consoleObjects } from "./console-grants.ts";
import { containerNames, familyOf } from "./containers.ts";
import { type Resources, recognitions, transcribeObjects } from "./grants.ts";
import { machines as machineKeys } from "./machine-names.ts";
import { brollPrefix, mediaPrefixes } from "./media-grants.ts";
import { workerObjects } from "./worker-grants.ts";

const conditionalDependency =
  "The teardown (lib/teardown.ts) has the condition that the engine is AWS, so in AWS it exists; the one-machine engine ignores dependencies on resources that it leaves out.";

const findings: Readonly<Record<string, string>> = {
  "CloudFormation-Validate::E3005": conditionalDependency,
  "CloudFormation-Validate::W2502": conditionalDependency,
  "CloudFormation-Validate::W9053":
    "Regions whose zones are named (lib/zone-ids.ts) and those of a language model (lib/clip-model.ts) are separate lists.",
  "AwsSolutions-APIG4":
    "Keys are checked in each function's middleware stack: a gateway authorizer cannot return errors in the API's shape.",
  "AwsSolutions-S1":
    "Every access goes through the product's own functions and containers, which log it; access logs would need a second private bucket.",
  "AwsSolutions-CFR1": "API keys decide who may use the service, not the country.",
  "AwsSolutions-CFR2": "A web ACL costs money each month, so it is an option (`waf`).",
  "AwsSolutions-CFR3":
    "API requests are logged by the functions that serve them, without keys; an access log would contain signed links.",
  "AwsSolutions-CFR4":
    "CloudFront's own certificate supports no other policy; with a custom domain name the minimum is TLS 1.2.",
  "AwsSolutions-EC23":
    "The load balancer of uploads is internal, in subnets without a route to the internet: only CloudFront's interfaces reach it.",
  "AwsSolutions-ELB2": "The containers behind the load balancer log each request, without keys.",
  "AwsSolutions-VPC7":
    "Nothing listens in this network, and it has no private resources: flow logs would cost without a benefit.",
  "AwsSolutions-ECS2": "The variables are names and ARNs, not secrets.",
  "AwsSolutions-ECS4":
    "Container Insights costs per task; the history of executions and the logs of containers have the same information.",
  "AwsSolutions-SF1":
    "Standard machines keep each execution's whole history for 90 days without a log group.",
  "AwsSolutions-SF2":
    "The history of an execution shows each step with its times; traces cost extra for the same information and are an option.",
  "AwsSolutions-IAM5[Resource::*]":
    "ecr:GetAuthorizationToken, ecs:ListTasks, translate:TranslateText, polly:SynthesizeSpeech, transcribe:StartTranscriptionJob, transcribe:TranscribeAudio, transcribe:ListTranscriptionJobs and the actions of X-Ray do not support resources; conditions restrict a job's output to the bucket, and a list of tasks to the cluster.",
};

/** The wildcards in ARNs of policies, each with its reason. */
const resourceWildcards = (
  stack: Stack,
  {
    bucket,
    cluster,
    machines,
    speech,
    translation,
    clipModel,
    links,
    clips,
    consoleBucket,
    deletedBucket,
  }: Resources,
): { arn: string; reason: string }[] => [
  ...mediaPrefixes.map((prefix) => ({
    arn: bucket.arnForObjects(`${prefix}/*`),
    reason: "The objects of all videos, tasks and fonts: their IDs are not known in advance.",
  })),
  {
    arn: bucket.arnForObjects(`${brollPrefix}/*`),
    reason: "The operator's own clips, to be read: their IDs are not known in advance.",
  },
  ...Object.values(workerObjects).map((pattern) => ({
    arn: bucket.arnForObjects(pattern),
    reason: "The results of one container for all tasks: their IDs are not known in advance.",
  })),
  {
    arn: bucket.arnForObjects(transcribeObjects),
    reason: "Input and output of Amazon Transcribe, for all tasks: their IDs are not known in advance.",
  },
  {
    arn: bucket.arnForObjects(recognitions),
    reason: "The recognitions of all tasks: their IDs are not known in advance.",
  },
  ...(consoleBucket === undefined
    ? []
    : [
        {
          arn: consoleBucket.arnForObjects(consoleObjects),
          reason: "The files of the console: their names change with their content.",
        },
      ]),
  ...(deletedBucket === undefined
    ? []
    : [{ arn: deletedBucket.arnForObjects("*"), reason: "The bucket is emptied before it is deleted." }]),
  ...(clips.choice === "mediaconvert"
    ? [
        {
          arn: mediaConvertJobs(stack),
          reason:
            "The jobs of MediaConvert: their IDs are generated at run time and do not contain their queue.",
        },
      ]
    : []),
  { arn: tasksOf(cluster), reason: "The tasks of this one cluster: their IDs are not known in advance." },
  {
    arn: links.parameterArns,
    reason: "The keys that sign links: a rotation adds and removes them.",
  },
  {
    arn: speech.jobArns,
    reason: "The transcription jobs of this one stack: their names are generated at run time.",
  },
  ...[...new Set([...translation.modelArns, ...clipModel.modelArns])]
    .filter((arn) => arn.includes("*"))
    .map((arn) => ({ arn, reason: "One model, in the regions that its inference profile chooses from." })),
  ...machineKeys.map((machine) => ({
    arn: machines.executionArns(machine),
    reason: "The executions of this one machine: their names are generated at run time.",
  })),
  ...containerNames.map((name) => ({
    arn: `${stack.formatArn({ service: "ecs", resource: "task-definition", resourceName: familyOf(stack, name) })}:*`,
    reason: "All revisions of this one family: executions that wait during a deployment run the newest one.",
  })),
];

/** Acknowledges the rules of cdk-nag's AwsSolutions that the stack does not follow, each with its reason. */
export const acknowledgeFindings = (stack: Stack, resources: Resources): void => {
  const acknowledgements = [
    ...Object.entries(findings).map(([id, reason]) => ({ id, reason })),
    ...resourceWildcards(stack, resources).map(({ arn, reason }) => ({
      id: `AwsSolutions-IAM5[Resource::${readable(stack, arn)}]`,
      reason,
    })),
  ];
  for (const acknowledgement of acknowledgements) Validations.of(stack).acknowledge(acknowledgement);
};

/** An ARN as the findings spell it: references as `<LogicalId.Attribute>`. */
const readable = (stack: Stack, arn: string): string => {
  const resolved: unknown = stack.resolve(arn);
  if (typeof resolved === "string") return resolved;
  const [, parts] = (resolved as { "Fn::Join": [string, unknown[]] })["Fn::Join"];
  return parts
    .map((part) => {
      if (typeof part === "string") return part;
      const [[, reference] = ["", ""]] = Object.entries(part as object);
      return `<${Array.isArray(reference) ? reference.join(".") : String(reference)}>`;
    })
    .join("");
};
