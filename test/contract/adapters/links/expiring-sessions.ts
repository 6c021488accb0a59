import http from "node:http";
import type { AddressInfo } from "node:net";
import { AssumeRoleCommand, STSClient } from "@aws-sdk/client-sts";

export interface Session {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken: string;
  expiration: Date;
}

/**
 * A proxy of the emulator's S3 that rejects URLs of expired sessions, as S3 does and the emulator does not.
 *
 * @param roleArn the role of the sessions
 * @param now the clock by which sessions expire
 */
export const startExpiringSessions = async (
  emulatorPort: number,
  roleArn: string,
  now: () => Date,
): Promise<{ port: number; begin: (ends: Date) => Promise<Session>; close: () => Promise<void> }> => {
  const ends = new Map<string, Date>();
  const sts = new STSClient({
    endpoint: `http://127.0.0.1:${emulatorPort}`,
    region: "us-east-1",
    credentials: { accessKeyId: "test", secretAccessKey: "test" },
  });
  const server = http.createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://s3.test");
    const token =
      url.searchParams.get("X-Amz-Security-Token") ?? String(request.headers["x-amz-security-token"] ?? "");
    if ((ends.get(token)?.getTime() ?? Number.POSITIVE_INFINITY) <= now().getTime()) {
      request.resume();
      response.writeHead(403, { "content-type": "application/xml" });
      response.end("<Error><Code>ExpiredToken</Code></Error>");
      return;
    }
    const { method, headers } = request;
    const upstream = http.request({
      host: "127.0.0.1",
      port: emulatorPort,
      method,
      path: request.url,
      headers,
    });
    upstream.on("response", (from) => {
      response.writeHead(from.statusCode ?? 502, from.headers);
      from.pipe(response);
    });
    upstream.on("error", () => response.destroy());
    request.pipe(upstream);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    begin: async (end) => {
      const { Credentials } = await sts.send(
        new AssumeRoleCommand({ RoleArn: roleArn, RoleSessionName: "test" }),
      );
      const { AccessKeyId = "", SecretAccessKey = "", SessionToken = "" } = Credentials ?? {};
      ends.set(SessionToken, end);
      return {
        accessKeyId: AccessKeyId,
        secretAccessKey: SecretAccessKey,
        sessionToken: SessionToken,
        expiration: end,
      };
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
