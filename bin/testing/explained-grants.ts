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
    reason:
      "An upload in parts is aborted when it fails, and only files above the size of a part have parts.",
  },
  {
    role: "*",
    action: "states:SendTaskFailure",
    resource: "*",
    reason: "A failure is reported whichever machine waits; tests let some of them fail.",
  },
  {
    role: "Containers*Task",
    action: "states:SendTaskHeartbeat",
    resource: "*",
    reason: "The first heartbeat follows after 20 seconds, and the media of tests are short.",
  },
  {
    role: "ContainersdubTask",
    action: "*",
    resource: "*",
    reason: "Dubs are tested with the optional programs.",
  },
  {
    role: "ContainersdubExecution",
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
];
