import type { RoleGrant } from "./access-report.ts";

/**
 * Grants that no test uses and that stay, each with its reason. `*` stands for any characters; roles and resources are spelled as
 * in the report (docs/contributors/permissions.md).
 */
export const explainedGrants: readonly (RoleGrant & { reason: string })[] = [
  {
    role: "Containers*Execution",
    action: "ecr:*",
    resource: "*",
    reason: "Fargate pulls the image of a container; there are no images on one machine.",
  },
  ...["dub", "ingest"].map((name) => ({
    ...{ role: "ContainersExecution", action: "logs:*", resource: `*/Containers${name}logs*` },
    reason: "Dubs are tested with the optional programs, and uploads reach a process that is no ECS task.",
  })),
  {
    ...{ role: "ContainersclipsTask", action: "s3:GetObject", resource: "arn:aws:s3:mediabucket/fonts/*" },
    reason: "The code is that of the renderer, whose tests use uploaded fonts.",
  },
  {
    role: "*",
    action: "s3:ListBucket",
    resource: "*",
    reason: "S3 responds 404 for an object that does not exist only to a caller that may list the bucket.",
  },
  {
    role: "*",
    action: "s3:AbortMultipartUpload",
    resource: "*",
    reason: "An upload in parts is aborted when it fails; only files above a part's size have parts.",
  },
  {
    role: "*",
    action: "states:SendTaskFailure",
    resource: "*",
    reason: "A failure is reported whichever machine waits; tests let some of them fail.",
  },
  {
    role: "*",
    action: "states:SendTaskHeartbeat",
    resource: "*",
    reason: "The first heartbeat follows after 20 seconds, and the media of tests are short.",
  },
  {
    ...{ role: "FunctionsOperator", action: "states:GetExecutionHistory", resource: "*" },
    reason: "The emulator's histories do not name the execution of a transcription.",
  },
  {
    role: "ShortTasksrender",
    action: "s3:GetObject",
    resource: "*",
    reason: "The code is that of the container, whose tests use uploaded fonts and the operator's clips.",
  },
  {
    role: "Containersdub*",
    action: "*",
    resource: "*",
    reason: "Dubs are tested with the optional programs.",
  },
  {
    role: "*",
    action: "sqs:ChangeMessageVisibility",
    resource: "*",
    reason: "Lambda makes messages visible again when it cannot invoke the function.",
  },
  {
    role: "Containersingest*",
    action: "*",
    resource: "*",
    reason: "The upload service is a process of one machine there; containers only run tasks.",
  },
  {
    role: "Functions*",
    action: "logs:*",
    resource: "*",
    reason: "A function writes to its log only when it has something to report.",
  },
  {
    role: "Machines*",
    action: "ecs:RunTask",
    resource: "arn:aws:ecs:task-definition/Capstack-*",
    reason: "AWS evaluates the family or its revision; the engine the revision that runs.",
  },
  {
    role: "Machinescaptioning",
    action: "iam:PassRole",
    resource: "arn:aws:iam:role/Containersdub*",
    reason: "Dubs are tested with the optional programs.",
  },
  {
    role: "Functions*",
    action: "ssm:*",
    resource: "*/link-keys/*",
    reason: "A deployment creates the keys of links; the key of one machine is created by its set-up.",
  },
  ...["s3:*", "transcribe:*", "states:SendTaskSuccess"].map((action) => ({
    ...{ role: "FunctionsRecoverTranscriptions", action, resource: "*" },
    reason: "Finds jobs whose event was lost, every five minutes: longer than a test waits.",
  })),
  {
    role: "FunctionsStartTranscription",
    action: "s3:*",
    resource: "*",
    reason: "A job that ended before its token was stored is finished by the function that started it.",
  },
  {
    role: "FunctionsStartTranscription",
    action: "transcribe:*",
    resource: "*",
    reason: "A job that ended before its token was stored is finished by the function that started it.",
  },
  {
    role: "FunctionsStartTranscription",
    action: "states:SendTaskSuccess",
    resource: "*",
    reason: "A job that ended before its token was stored is finished by the function that started it.",
  },
  {
    role: "FunctionsChooseClips",
    action: "bedrock:InvokeModel",
    resource: "*",
    reason: "On one machine, the language model is the operator's own, which no policy names.",
  },
  {
    role: "FunctionsReconcile",
    action: "s3:*",
    resource: "*",
    reason: "Repairs what a crash has left behind. Tests let some of the cases happen, unit tests all.",
  },
  {
    role: "FunctionsReconcile",
    action: "states:*Execution",
    resource: "*",
    reason: "Repairs what a crash has left behind. Tests let some of the cases happen, unit tests all.",
  },
  {
    role: "FunctionsReconcile",
    action: "states:SendTaskSuccess",
    resource: "*",
    reason: "Repairs what a crash has left behind. Tests let some of the cases happen, unit tests all.",
  },
  {
    role: "FunctionsReconcile",
    action: "events:PutEvents",
    resource: "*",
    reason: "Repairs what a crash has left behind. Tests let some of the cases happen, unit tests all.",
  },
  {
    role: "FunctionsReconcile",
    action: "ecs:*",
    resource: "*",
    reason: "Repairs what a crash has left behind. Tests let some of the cases happen, unit tests all.",
  },
  {
    role: "FunctionsCleanUpVideo",
    action: "s3:DeleteObject",
    resource: "*",
    reason:
      "Deletes what a running task of a deleted video has left: which of it depends on the moment of the deletion.",
  },
  {
    role: "FunctionsCleanUpVideo",
    action: "states:StopExecution",
    resource: "*",
    reason:
      "Deletes what a running task of a deleted video has left: which of it depends on the moment of the deletion.",
  },
  {
    role: "FunctionsCleanUpVideo",
    action: "ecs:*",
    resource: "*",
    reason:
      "Deletes what a running task of a deleted video has left: which of it depends on the moment of the deletion.",
  },
  {
    role: "FunctionsContainerStopped",
    action: "dynamodb:*",
    resource: "*",
    reason: "One machine has no limit of vCPUs, so that no lease is released, and containers seldom die.",
  },
  {
    role: "FunctionsContainerStopped",
    action: "states:SendTaskSuccess",
    resource: "*",
    reason: "One machine has no limit of vCPUs, so that no lease is released, and containers seldom die.",
  },
  {
    role: "FunctionsReserveCapacity",
    action: "dynamodb:*",
    resource: "*",
    reason: "One machine has no limit of vCPUs, so that no lease is stored.",
  },
  {
    role: "Functions*",
    action: "dynamodb:DeleteItem",
    resource: "*",
    reason:
      "The claim of an Idempotency-Key is deleted when its request fails, and the row of a queue when a pending task changes: not every function meets both.",
  },
  {
    role: "Functions*",
    action: "dynamodb:*",
    resource: "*/index/gsi1",
    reason: "The capability for lists includes an index that some lists do not need.",
  },
  {
    role: "Functions*Key*",
    action: "dynamodb:*",
    resource: "*",
    reason: "The capability for lists includes reading in batches, which keys do not need.",
  },
  {
    role: "FunctionsListTasks",
    action: "dynamodb:Query",
    resource: "*",
    reason: "The capability for lists includes the table, of which this list reads an index only.",
  },
  {
    role: "FunctionsListDeliveries",
    action: "dynamodb:*",
    resource: "*",
    reason: "The capability for lists includes reading in batches, which deliveries do not need.",
  },
  {
    role: "FunctionsReplayDelivery",
    action: "sqs:SendMessage",
    resource: "*",
    reason:
      "Integration tests send deliveries again by the operator's command, those of the console by the API.",
  },
  {
    role: "FunctionsReplayDelivery",
    action: "dynamodb:*",
    resource: "*",
    reason: "The capability for lists includes reading in batches, which deliveries do not need.",
  },
  {
    role: "Functions*",
    action: "dynamodb:PutItem",
    resource: "*",
    reason: "Writing a record includes writing its event; these functions change records without an event.",
  },
  {
    role: "Functions*",
    action: "states:StartExecution",
    resource: "*:stateMachine:Capstack-*-task",
    reason:
      "A function that admits tasks starts those of both kinds; tests do not let every function meet both.",
  },
  {
    role: "FunctionsAwaitApproval",
    action: "states:SendTaskSuccess",
    resource: "*",
    reason: "A task that was approved before its token was stored continues at once.",
  },
  {
    role: "Functions*",
    action: "dynamodb:BatchGetItem",
    resource: "*",
    reason: "Admission reads the queue in batches, and in most functions that admit no task waits.",
  },
  {
    role: "Functions*Task",
    action: "s3:*",
    resource: "*",
    reason: "The segments of a divided render are deleted at its end; aborted uploads of them are rare.",
  },
  {
    role: "Functions*Upload",
    action: "s3:*",
    resource: "*:mediabucket/videos/*",
    reason: "An interrupted upload in parts is found and aborted.",
  },
  {
    role: "ContainersimportTask",
    action: "s3:DeleteObject",
    resource: "*",
    reason: "An upload that turns out to be no video is deleted.",
  },
  {
    role: "FunctionsDeliverWebhooks",
    action: "sqs:*",
    resource: "*",
    reason: "Lambda polls the queue; the deliverer wakes itself only when a round leaves work.",
  },
];
