import type { IncomingMessage } from "node:http";
import { ServiceError } from "./service-error.ts";

/** A call as IAM decides it. */
export interface AwsCall {
  action: string;
  /** ARN, or `*` for an action without resources. */
  resource: string;
  /** Values by condition key. */
  context?: Readonly<Record<string, readonly string[]>>;
}

/** Throws AccessDeniedException unless the role that signed the request may make all of the calls. */
export type CheckPermissions = (request: IncomingMessage, calls: readonly AwsCall[]) => Promise<void>;

const credentialPattern = /Credential=([^/,]+)\//;

/** Returns a check that requests each decision from the local AWS engine, which has the policies of the stack. */
export const createPermissionCheck =
  (emulatorPort: () => number): CheckPermissions =>
  async (request, calls) => {
    const accessKeyId = credentialPattern.exec(request.headers.authorization ?? "")?.[1] ?? "";
    const response = await fetch(`http://127.0.0.1:${emulatorPort()}/_capstack/permissions`, {
      method: "POST",
      body: JSON.stringify({ accessKeyId, calls }),
    });
    const { denied } = (await response.json()) as { denied: string | null };
    if (denied !== null) throw new ServiceError("AccessDeniedException", denied);
  };
