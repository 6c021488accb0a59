import { HeadObjectCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import { languageOfTranscribeCode, transcribeCodeOf } from "../../../core/transcript/transcribe-languages.ts";
import type { RotatingLog } from "../../processes/rotating-log.ts";
import { AwsServer } from "../aws-server.ts";
import { modelledOperations } from "../modelled-operations.ts";
import { ServiceError } from "../service-error.ts";
import type { ServiceModel } from "../service-model.ts";
import { checkStart, type Job, JobFailure, objectAt, type StartRequest, summaryOf } from "./jobs.ts";
import { type Identification, outputOf, spokenSeconds } from "./output.ts";
import { type HearingParts, hearObject, type MediaFacts } from "./recognize.ts";

export interface TranscribeOptions extends HearingParts {
  model: ServiceModel;
  accountId: string;
  /** Puts an event of AWS's own on the emulator's default bus. */
  publish: (event: { Source: string; DetailType: string; Detail: string }) => Promise<void>;
  log: Pick<RotatingLog, "line">;
}

/** Less speech than this tells no language. */
const shortestSpeechSeconds = 1;

const now = (): number => Date.now() / 1000;

/**
 * Amazon Transcribe's batch jobs on one machine: its protocol, its rules and its output, with the recognition that the
 * speech container's code does. One job at a time, as the machine's cores allow. Jobs are kept in memory: whoever waits for
 * one starts it again.
 */
export class TranscribeStandIn {
  private readonly options: TranscribeOptions;
  private readonly service: AwsServer;
  private readonly jobs = new Map<string, Job>();
  private queue: Promise<void> = Promise.resolve();
  private isClosed = false;

  constructor(options: TranscribeOptions) {
    this.options = options;
    this.service = new AwsServer({
      perform: modelledOperations(options.model, {
        StartTranscriptionJob: (input) => this.start(input),
        GetTranscriptionJob: async (input) => ({ TranscriptionJob: this.jobNamed(input) }),
        DeleteTranscriptionJob: async (input) => this.remove(input),
        ListTranscriptionJobs: async (input) => this.list(input),
      }),
      onError: (_, error) => {
        if (!(error instanceof ServiceError)) options.log.line(`transcribe: ${error.stack}`);
      },
    });
  }

  listen(port: number): Promise<number> {
    return this.service.listen(port);
  }

  /** The processes are the registry's to end. */
  async close(): Promise<void> {
    this.isClosed = true;
    await this.service.close();
  }

  private async start(input: Record<string, unknown>): Promise<unknown> {
    const request = checkStart(input);
    const { TranscriptionJobName: name, OutputBucketName, OutputKey, ...shown } = request;
    if (this.jobs.has(name)) {
      const sentence = "The requested job name already exists. Use a different job name.";
      throw new ServiceError("ConflictException", sentence);
    }
    await this.checkReadable(request);
    const job: Job = {
      TranscriptionJobName: name,
      ...shown,
      TranscriptionJobStatus: "QUEUED",
      CreationTime: now(),
    };
    this.jobs.set(name, job);
    this.queue = this.queue.then(() => this.run(job, request));
    return { TranscriptionJob: job };
  }

  private async checkReadable({ Media }: StartRequest): Promise<void> {
    const { bucket, key } = objectAt(Media.MediaFileUri);
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
      await this.hear(job, request);
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
    await this.announce(job);
  }

  private async hear(job: Job, request: StartRequest): Promise<void> {
    const { s3, accountId } = this.options;
    const given = request.LanguageCode ?? null;
    const language = given === null ? null : languageOfTranscribeCode(given);
    const judge = (facts: MediaFacts): void => judgeMedia(facts, request);
    const source = { ...objectAt(request.Media.MediaFileUri), language };
    const recognition = await hearObject(source, judge, this.options);
    const found = given ?? transcribeCodeOf(recognition.language ?? "");
    if (given === null && (found === null || spokenSeconds(recognition) < shortestSpeechSeconds))
      throw new JobFailure(JobFailure.nobodySpeaks);
    const code = found ?? "";
    const way: Identification = given ? "given" : request.IdentifyLanguage ? "one" : "several";
    const key = request.OutputKey ?? `${request.TranscriptionJobName}.json`;
    await s3.send(
      new PutObjectCommand({
        Bucket: request.OutputBucketName,
        Key: key,
        Body: JSON.stringify(outputOf(request.TranscriptionJobName, accountId, recognition, code, way)),
        ContentType: "application/json",
      }),
    );
    job.Transcript = {
      TranscriptFileUri: `https://s3.us-east-1.amazonaws.com/${request.OutputBucketName}/${key}`,
    };
    if (way === "several")
      job.LanguageCodes = [{ LanguageCode: code, DurationInSeconds: spokenSeconds(recognition) }];
    else job.LanguageCode = code;
    if (way === "one") job.IdentifiedLanguageScore = recognition.languageConfidence ?? 0;
  }

  /** Lost events are what a recovery is for: a bus that does not answer is no failure of the job. */
  private async announce(job: Job): Promise<void> {
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
      this.options.log.line(`transcribe: no event for ${TranscriptionJobName}: ${(error as Error).message}`);
    }
  }

  private jobNamed({ TranscriptionJobName: name }: Record<string, unknown>): Job {
    const job = this.jobs.get(String(name));
    if (job) return job;
    const sentence = "The requested job couldn't be found. Check the job name and try your request again.";
    throw new ServiceError("BadRequestException", sentence);
  }

  private remove(input: Record<string, unknown>): object {
    this.jobs.delete(this.jobNamed(input).TranscriptionJobName);
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

/** Throws JobFailure for what the service does not take. */
const judgeMedia = (
  { durationSeconds, sampleRateHertz, formats }: MediaFacts,
  request: StartRequest,
): void => {
  if (durationSeconds !== null && durationSeconds < 0.5) throw new JobFailure(JobFailure.tooShort);
  if (durationSeconds !== null && durationSeconds > 4 * 3600) throw new JobFailure(JobFailure.tooLong);
  const { MediaSampleRateHertz: asked, MediaFormat: format } = request;
  if (format !== undefined && !formats.includes(format)) throw new JobFailure(JobFailure.otherFormat);
  if (asked !== undefined && sampleRateHertz !== null && asked !== sampleRateHertz)
    throw new JobFailure(JobFailure.otherRate);
};
