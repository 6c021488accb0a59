import type { IncomingMessage } from "node:http";
import type { S3Client } from "@aws-sdk/client-s3";
import { region } from "../../emulator/environment.ts";
import type { RotatingLog } from "../../processes/rotating-log.ts";
import { AwsServer, type JsonObject } from "../aws-server.ts";
import { checkInput } from "../modeled-operations.ts";
import { ServiceError } from "../service-error.ts";
import { memberNames, type ServiceModel } from "../service-model.ts";
import { type CutDeps, type OutputDetail, runCut } from "./cut.ts";
import { type ClipSettings, settingsSchema } from "./settings.ts";

export interface MediaConvertOptions extends Omit<CutDeps, "s3" | "signal"> {
  model: ServiceModel;
  accountId: string;
  /** Returns a client with the rights of a role, which the job has. */
  s3As: (roleArn: string) => Promise<S3Client>;
  log: Pick<RotatingLog, "line">;
}

/** A job as GetJob returns it. */
interface CutJob {
  id: string;
  arn: string;
  queue: string;
  role: string;
  settings: ClipSettings;
  userMetadata: object;
  status: "SUBMITTED" | "PROGRESSING" | "COMPLETE" | "CANCELED" | "ERROR";
  createdAt: number;
  errorCode?: number;
  errorMessage?: string;
  outputGroupDetails?: { outputDetails: OutputDetail[] }[];
}

const path = "/2017-08-29/jobs";
const jobPath = /^\/2017-08-29\/jobs\/([^/?]+)$/;
/** Of inputs that cannot be read. Source: the user guide of MediaConvert, "Error codes". */
const inputError = 3450;

const now = (): number => Math.floor(Date.now() / 1000);

/**
 * Emulates jobs of AWS Elemental MediaConvert that cut a clip out of a video: protocol, validation by the service's model, and
 * statuses; FFmpeg cuts. Jobs run one at a time, because one uses all cores, and are kept in memory: after a restart the
 * workflows start them again.
 */
export class MediaConvertEmulator {
  private readonly options: MediaConvertOptions;
  private readonly service: AwsServer;
  private readonly jobs = new Map<string, { job: CutJob; abort: AbortController }>();
  private queue: Promise<void> = Promise.resolve();

  constructor(options: MediaConvertOptions) {
    this.options = options;
    this.service = new AwsServer({
      handle: async (request, input) => this.perform(request, input),
      status: ({ method }) => (method === "POST" ? 201 : method === "DELETE" ? 202 : 200),
      onError: (_, error) => {
        if (!(error instanceof ServiceError)) options.log.line(`media-convert: ${error.stack}`);
      },
    });
  }

  listen(port: number): Promise<number> {
    return this.service.listen(port);
  }

  /** Stops the server and ends the jobs. */
  async close(): Promise<void> {
    for (const { abort } of this.jobs.values()) abort.abort();
    await this.service.close();
    await this.queue;
  }

  private perform({ method, url = "" }: IncomingMessage, input: JsonObject): unknown {
    if (method === "POST" && url === path) return this.create(input);
    const id = jobPath.exec(url)?.[1];
    if (id === undefined || (method !== "GET" && method !== "DELETE"))
      throw new ServiceError("NotFoundException", "The service emulator does not support this path.", 404);
    const found = this.jobs.get(decodeURIComponent(id));
    if (!found) throw new ServiceError("NotFoundException", `Job [${id}] not found.`, 404);
    return method === "GET" ? { job: found.job } : this.cancel(found);
  }

  private create(input: JsonObject): unknown {
    const { model, accountId } = this.options;
    checkInput(model, "CreateJob", memberNames(model, "CreateJobRequest", input) as JsonObject);
    const checked = settingsSchema.safeParse(input.settings);
    if (!checked.success) {
      const [issue] = checked.error.issues;
      throw new ServiceError(
        "BadRequestException",
        `/settings/${issue?.path.join("/")}: the service emulator does not support this value: ${issue?.message}`,
      );
    }
    const id = `${Date.now()}-${String(this.jobs.size).padStart(6, "0")}`;
    const job: CutJob = {
      id,
      arn: `arn:aws:mediaconvert:${region}:${accountId}:jobs/${id}`,
      queue: String(input.queue ?? `arn:aws:mediaconvert:${region}:${accountId}:queues/Default`),
      role: String(input.role),
      settings: checked.data,
      userMetadata: (input.userMetadata ?? {}) as object,
      status: "SUBMITTED",
      createdAt: now(),
    };
    const abort = new AbortController();
    this.jobs.set(id, { job, abort });
    this.queue = this.queue.then(() => this.run(job, abort.signal));
    return { job: { ...job } };
  }

  private cancel({ job, abort }: { job: CutJob; abort: AbortController }): object {
    if (job.status !== "SUBMITTED" && job.status !== "PROGRESSING")
      throw new ServiceError("ConflictException", `Job [${job.id}] is in state ${job.status}.`, 409);
    job.status = "CANCELED";
    abort.abort();
    return {};
  }

  private async run(job: CutJob, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    job.status = "PROGRESSING";
    try {
      const s3 = await this.options.s3As(job.role);
      const details = await runCut(job.settings, { ...this.options, s3, signal });
      job.outputGroupDetails = details.map((detail) => ({ outputDetails: [detail] }));
      job.status = "COMPLETE";
    } catch (error) {
      if (signal.aborted) return;
      job.status = "ERROR";
      job.errorCode = inputError;
      job.errorMessage = (error as Error).message;
    }
    this.options.log.line(`media-convert: ${job.id} ${job.status} ${job.errorMessage ?? ""}`.trimEnd());
  }
}
