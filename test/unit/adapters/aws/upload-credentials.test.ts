import type { STSClient } from "@aws-sdk/client-sts";
import { expect, test } from "@jest/globals";
import { createUploadCredentials } from "../../../../adapters/aws/upload-credentials.ts";

const start = Date.parse("2026-03-01T12:00:00.000Z");

/** Each call starts a session of one hour. */
const sessions = () => {
  let nowMs = start;
  const roles: string[] = [];
  const client = {
    send: async (command: { input: { RoleArn: string; DurationSeconds: number } }) => {
      roles.push(command.input.RoleArn);
      if (roles.length === 1 && command.input.RoleArn === "failing") throw new Error("denied");
      return {
        Credentials: {
          AccessKeyId: `id-${roles.length}`,
          SecretAccessKey: "secret",
          SessionToken: "token",
          Expiration: new Date(nowMs + command.input.DurationSeconds * 1000),
        },
      };
    },
  } as unknown as STSClient;
  return {
    client,
    roles,
    now: () => nowMs,
    pass: (minutes: number) => {
      nowMs += minutes * 60_000;
    },
  };
};

test("a session is used until half an hour before its end, then replaced", async () => {
  const stage = sessions();
  const credentials = createUploadCredentials("arn:role", stage);
  const first = await credentials();
  expect(first.expiration).toEqual(new Date(start + 3_600_000));
  stage.pass(30);
  expect(await credentials()).toBe(first);
  stage.pass(1);
  expect((await credentials()).accessKeyId).toBe("id-2");
  expect(stage.roles).toEqual(["arn:role", "arn:role"]);
});

test("a failed call is not cached", async () => {
  const stage = sessions();
  const credentials = createUploadCredentials("failing", stage);
  await expect(credentials()).rejects.toThrow("denied");
  expect((await credentials()).accessKeyId).toBe("id-2");
});
