import { HeadObjectCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import { languageOfTranscribeCode, transcribeCodeOf } from "../../../core/transcript/transcribe-languages.ts";
import { region } from "../../emulator/environment.ts";
import type { RotatingLog } from "../../processes/rotating-log.ts";
import { AwsServer } from "../aws-server.ts";
import { modeledOperations } from "../modeled-operations.ts";
import type { AwsCall, CheckPermissions } from "../permissions.ts";
import { ServiceError } from "../service-error.ts";
import type { ServiceModel } from "../service-model.ts";
import { checkStart, type Job, JobFailure, parseS3Uri, type StartRequest, summaryOf } from "./jobs.ts";
import { type Identification, outputOf, spokenSeconds } from "./output.ts";
import { type MediaProperties, type RecognitionDeps, recognizeObject } from "./recognize.ts";
import { recognizeAudio } from "./transcribe-audio.ts";

export interface TranscribeOptions extends RecognitionDeps {
  model: ServiceModel;
  accountId: string;
  /** Quota of concurrent requests of TranscribeAudio; absent: none. */
  maxConcurrentRequests?: number;
  checkPermissions: CheckPermissions;
  /** Publishes an event of an AWS service on the emulator's default bus. */
  publish: (event: { Source: string; DetailType: string; Detail: string }) => Promise<void>;
  log: Pick<RotatingLog, "line">;
}

/** With less speech the language is not identified. */
const minSpeechSeconds = 1;

const now = (): number => Date.now() / 1000;

/**
 * Emulates batch jobs and TranscribeAudio of Amazon Transcribe: protocol, rules and output; the speech container's code does the
 * recognition. It runs one at a time because it uses all cores. Jobs are kept in memory: after a restart the workflows start them again.
 */
export class TranscribeEmulator {
  private readonly options: TranscribeOptions;
  private readonly service: AwsServer;
  private readonly jobs = new Map<string, Job>();
  private queue: Promise<void> = Promise.resolve();
  private isClosed = false;
  private requests = 0;

  constructor(options: TranscribeOptions) {
    this.options = options;
    const perform = modeledOperations(options.model, {
      StartTranscriptionJob: (input) => this.start(input),
      GetTranscriptionJob: async (input) => ({ TranscriptionJob: this.findJob(input) }),
      DeleteTranscriptionJob: async (input) => this.remove(input),
      ListTranscriptionJobs: async (input) => this.list(input),
      TranscribeAudio: (input, isAborted) => this.transcribeAudio(input, isAborted),
    });
    this.service = new AwsServer({
      handle: async (request, input, isAborted) => {
        const operation = String(request.headers["x-amz-target"] ?? "").split(".")[1] ?? "";
        await options.checkPermissions(request, callsOf(operation, input, options.accountId));
        return perform(request, input, isAborted);
      },
      onError: (_, error) => {
        if (!(error instanceof ServiceError)) options.log.line(`transcribe: ${error.stack}`);
      },
    });
  }

  listen(port: number): Promise<number> {
    return this.service.listen(port);
  }

  /** Stops the server. Running processes are ended by the registry. */
  async close(): Promise<void> {
    this.isClosed = true;
    await this.service.close();
  }

  private async start(input: Record<string, unknown>): Promise<unknown> {
    const request = checkStart(input);
    const { TranscriptionJobName: name, OutputBucketName, OutputKey, ...settings } = request;
    if (this.jobs.has(name)) {
      const sentence = "The requested job name already exists. Use a different job name.";
      throw new ServiceError("ConflictException", sentence);
    }
    await this.checkReadable(request);
    const job: Job = {
      TranscriptionJobName: name,
      ...settings,
      TranscriptionJobStatus: "QUEUED",
      CreationTime: now(),
    };
    this.jobs.set(name, job);
    this.queue = this.queue.then(() => this.run(job, request));
    return { TranscriptionJob: job };
  }

  private async transcribeAudio(input: Record<string, unknown>, isAborted: () => boolean): Promise<unknown> {
    const { maxConcurrentRequests = Number.POSITIVE_INFINITY, log } = this.options;
    if (this.requests >= maxConcurrentRequests)
      throw new ServiceError("LimitExceededException", "You have sent too many requests.", 429);
    this.requests += 1;
    const result = this.queue.then(() => {
      if (this.isClosed || isAborted()) throw new ServiceError("InternalFailureException", "Aborted.", 500);
      return recognizeAudio(input, this.options);
    });
    const end = (state: string): void => {
      this.requests -= 1;
      log.line(`transcribe: ${readingOf(input).resource} ${state}`);
    };
    this.queue = result.then(
      () => end("COMPLETED"),
      (error: Error) => end(`FAILED ${error.message}`),
    );
    return result;
  }

  private async checkReadable({ Media }: StartRequest): Promise<void> {
    const { bucket, key } = parseS3Uri(Media.MediaFileUri);
    try {
      await this.options.s3.send(new HeadObjectCommand({ Bucket: bucket, Key: key }));
    } catch (error) {
      throw new ServiceError(
        "BadRequestException",
        `The S3 URI that you provided can't be accessed (${(error as Error).name}). Make sure that you have read permission and try your request again.`,
      );
    }
  }

  private async run(job: Job, request: StartRequest): Promise<void> {
    if (this.isClosed || this.jobs.get(job.TranscriptionJobName) !== job) return;
    job.TranscriptionJobStatus = "IN_PROGRESS";
    job.StartTime = now();
    try {
      await this.recognize(job, request);
      job.TranscriptionJobStatus = "COMPLETED";
    } catch (error) {
      if (this.isClosed) return;
      if (!(error instanceof JobFailure)) this.options.log.line(`transcribe: ${(error as Error).stack}`);
      job.TranscriptionJobStatus = "FAILED";
      job.FailureReason =
        error instanceof JobFailure ? error.message : "Internal error. Try your request again.";
    }
    job.CompletionTime = now();
    const { TranscriptionJobName: name, TranscriptionJobStatus: status, FailureReason: reason = "" } = job;
    this.options.log.line(`transcribe: ${name} ${status} ${reason}`.trimEnd());
    await this.publishStateChange(job);
  }

  private async recognize(job: Job, request: StartRequest): Promise<void> {
    const { s3, accountId } = this.options;
    const given = request.LanguageCode ?? null;
    const language = given === null ? null : languageOfTranscribeCode(given);
    const check = (media: MediaProperties): void => checkMedia(media, request);
    const source = { ...parseS3Uri(request.Media.MediaFileUri), language };
    const recognition = await recognizeObject(source, check, this.options);
    const found = given ?? transcribeCodeOf(recognition.language ?? "");
    if (given === null && (found === null || spokenSeconds(recognition) < minSpeechSeconds))
      throw new JobFailure(JobFailure.noSpeech);
    const code = found ?? "";
    const identification: Identification = given ? "given" : request.IdentifyLanguage ? "one" : "several";
    const key = request.OutputKey ?? `${request.TranscriptionJobName}.json`;
    await s3.send(
      new PutObjectCommand({
        Bucket: request.OutputBucketName,
        Key: key,
        Body: JSON.stringify(
          outputOf(request.TranscriptionJobName, accountId, recognition, code, identification),
        ),
        ContentType: "application/json",
      }),
    );
    job.Transcript = {
      TranscriptFileUri: `https://s3.us-east-1.amazonaws.com/${request.OutputBucketName}/${key}`,
    };
    if (identification === "several")
      job.LanguageCodes = [{ LanguageCode: code, DurationInSeconds: spokenSeconds(recognition) }];
    else job.LanguageCode = code;
    if (identification === "one") job.IdentifiedLanguageScore = recognition.languageConfidence ?? 0;
  }

  /** A failure to publish does not fail the job: the workflows also poll it. */
  private async publishStateChange(job: Job): Promise<void> {
    const { TranscriptionJobName, TranscriptionJobStatus, FailureReason } = job;
    const detail = {
      TranscriptionJobName,
      TranscriptionJobStatus,
      ...(FailureReason ? { FailureReason } : {}),
    };
    try {
      await this.options.publish({
        Source: "aws.transcribe",
        DetailType: "Transcribe Job State Change",
        Detail: JSON.stringify(detail),
      });
    } catch (error) {
      this.options.log.line(
        `transcribe: event of ${TranscriptionJobName} not published: ${(error as Error).message}`,
      );
    }
  }

  private findJob({ TranscriptionJobName: name }: Record<string, unknown>): Job {
    const job = this.jobs.get(String(name));
    if (job) return job;
    const sentence = "The requested job couldn't be found. Check the job name and try your request again.";
    throw new ServiceError("BadRequestException", sentence);
  }

  private remove(input: Record<string, unknown>): object {
    this.jobs.delete(this.findJob(input).TranscriptionJobName);
    return {};
  }

  private list({ Status, JobNameContains, MaxResults, NextToken }: Record<string, unknown>): object {
    const found = [...this.jobs.values()]
      .filter((job) => Status === undefined || job.TranscriptionJobStatus === Status)
      .filter(({ TranscriptionJobName: name }) =>
        name.toLowerCase().includes(String(JobNameContains ?? "").toLowerCase()),
      )
      .sort((a, b) => b.CreationTime - a.CreationTime);
    const from = Number(NextToken ?? 0);
    const until = from + Number(MaxResults ?? 5);
    return {
      ...(Status === undefined ? {} : { Status }),
      TranscriptionJobSummaries: found.slice(from, until).map(summaryOf),
      ...(until < found.length ? { NextToken: String(until) } : {}),
    };
  }
}

/** Returns the calls of a request. A job reads its audio and writes its output with the rights of its starter. */
const callsOf = (operation: string, input: Record<string, unknown>, accountId: string): AwsCall[] => {
  const action = `transcribe:${operation}`;
  if (operation === "ListTranscriptionJobs") return [{ action, resource: "*" }];
  if (operation === "TranscribeAudio") return [{ action, resource: "*" }, readingOf(input)];
  const { TranscriptionJobName, OutputBucketName, OutputKey } = input as unknown as StartRequest;
  if (operation !== "StartTranscriptionJob") {
    const resource = `arn:aws:transcribe:${region}:${accountId}:transcription-job/${TranscriptionJobName}`;
    return [{ action, resource }];
  }
  const context = {
    "transcribe:OutputBucketName": OutputBucketName ? [OutputBucketName] : [],
    "transcribe:OutputKey": OutputKey ? [OutputKey] : [],
  };
  const output = `arn:aws:s3:::${OutputBucketName}/${OutputKey}`;
  return [
    { action, resource: "*", context },
    readingOf(input),
    ...(OutputBucketName ? [{ action: "s3:PutObject", resource: output }] : []),
  ];
};

const readingOf = (input: Record<string, unknown>): AwsCall => {
  const { bucket, key } = parseS3Uri((input as Partial<StartRequest>).Media?.MediaFileUri);
  return { action: "s3:GetObject", resource: `arn:aws:s3:::${bucket}/${key}` };
};

/** Throws JobFailure for media that the service rejects. */
const checkMedia = (
  { durationSeconds, sampleRateHertz, formats }: MediaProperties,
  request: StartRequest,
): void => {
  if (durationSeconds !== null && durationSeconds < 0.5) throw new JobFailure(JobFailure.tooShort);
  if (durationSeconds !== null && durationSeconds > 4 * 3600) throw new JobFailure(JobFailure.tooLong);
  const { MediaSampleRateHertz: sampleRate, MediaFormat: format } = request;
  if (format !== undefined && !formats.includes(format)) throw new JobFailure(JobFailure.formatMismatch);
  if (sampleRate !== undefined && sampleRateHertz !== null && sampleRate !== sampleRateHertz)
    throw new JobFailure(JobFailure.sampleRateMismatch);
};
