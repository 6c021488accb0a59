import { rmSync } from "node:fs";
import { readJsonFile, writeJsonFile } from "./json-file.ts";
import { identityOf } from "./processes/process-identity.ts";

/** Content of `service.json`, which exists while the service is ready: how to reach the service, and with which key. */
export interface ServiceFile {
  baseUrl: string;
  apiKey: string;
  /** Reads what all accounts do; absent in files of versions without such keys. */
  operatorKey?: string;
  accountId: string;
  webhookSecret: string;
  /** Whether it was started with the voice engine of dubs; absent in files of versions without this field. */
  hasVoiceEngine?: boolean;
  /** The process that runs the service; SIGTERM stops it. */
  pid: number;
}

export const writeServiceFile = (path: string, service: ServiceFile): void => writeJsonFile(path, service);

export const removeServiceFile = (path: string): void => rmSync(path, { force: true });

/** Returns the service of the file if its process runs and it responds to its key; null otherwise. */
export async function findRunningService(path: string): Promise<ServiceFile | null> {
  const service = readJsonFile<ServiceFile>(path);
  if (service === null || identityOf(service.pid) === null) return null;
  try {
    const response = await fetch(`${service.baseUrl}/user-billing`, {
      headers: { "x-api-key": service.apiKey },
      signal: AbortSignal.timeout(15_000),
    });
    await response.arrayBuffer();
    return response.ok ? service : null;
  } catch {
    // No response: the caller starts a service itself, or reports that it cannot.
    return null;
  }
}
