import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { ApiResponse, Client } from "../integration/client.ts";

/** A minute: the service may be killed, and starts again in 10 to 20 seconds. */
const maxAttempts = 120;
const pauseMs = 500;
/** The key of a request that a crash has interrupted is free again after a minute. */
const conflictPauseMs = 5_000;

const isConflict = ({ status, body }: ApiResponse<unknown>): boolean =>
  status === 409 && (body as { code?: string } | null)?.code === "IdempotencyConflict";

/** Repeats requests that the service could not answer, with the same Idempotency-Key, as clients do. */
export class PatientClient {
  private readonly client: Client;

  constructor(client: Client) {
    this.client = client;
  }

  get<T = Record<string, unknown>>(path: string): Promise<ApiResponse<T>> {
    return this.repeat(() => this.client.get<T>(path));
  }

  post<T = Record<string, unknown>>(path: string, body: unknown): Promise<ApiResponse<T>> {
    const key = { "idempotency-key": randomUUID() };
    return this.repeat(() => this.client.post<T>(path, body, key));
  }

  delete(path: string): Promise<ApiResponse<unknown>> {
    return this.repeat(() => this.client.send("DELETE", path));
  }

  upload(file: string): Promise<ApiResponse<{ id: string }>> {
    return this.repeat(() => this.client.upload(file));
  }

  private async repeat<T>(send: () => Promise<ApiResponse<T>>): Promise<ApiResponse<T>> {
    for (let attempt = 1; ; attempt += 1) {
      const response = await send().catch(() => null);
      const waits = response !== null && isConflict(response);
      if (response !== null && response.status < 500 && response.status !== 429 && !waits) return response;
      if (attempt === maxAttempts) throw new Error(`No response after ${maxAttempts} attempts`);
      await delay(waits ? conflictPauseMs : pauseMs);
    }
  }
}
