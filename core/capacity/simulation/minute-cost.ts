import { containerVcpus } from "../capacity.ts";
import { rendererGibibytes } from "../renderer-disk.ts";
import { invocationsPerTask, transitionsPerTask, workMinutes } from "../work.ts";

/**
 * USD in us-east-1. Sources: the price lists of Fargate, Amazon Transcribe, Step Functions, Lambda, EC2 (addresses), MediaConvert.
 */
export const awsPrices = {
  vcpuSecond: 0.000011244,
  gigabyteSecond: 0.0000012347,
  /** Beyond the 20 GiB that are included. */
  diskGigabyteHour: 0.000111,
  addressHour: 0.005,
  /** Spot capacity of vCPUs and memory, as a share of the price on demand. */
  spotShare: 0.3,
  /** Graviton, as a share of the price of x86. */
  arm64Share: 0.8,
  transcribeMinute: 0.006,
  /** H.264 in one pass, basic tier on demand, more than 720 and at most 1080 lines, at most 30 frames per second. */
  mediaConvertMinute: 0.015,
  transition: 0.000025,
  /** 512 MB for 0.3 s on arm64, with its request. */
  invocation: 0.0000022,
  /** Memory of functions, by their processor, and their disk beyond the 512 MB that are included. */
  functionGigabyteSecond: { x86_64: 0.0000166667, arm64: 0.0000133334 },
  functionDiskGigabyteSecond: 0.0000000309,
  /** Requests, records, events. */
  restOfTask: 0.0004,
} as const;

const includedDiskGigabytes = 20;

/** Containers of a captioning task, with their memory and disk (lib/containers.ts). */
export const containerSizes = {
  import: { vcpus: containerVcpus.import, gigabytes: 2, disk: 20, workPerMinute: workMinutes.import },
  extract: { vcpus: containerVcpus.extract, gigabytes: 2, disk: 20, workPerMinute: workMinutes.extract },
  speech: { vcpus: containerVcpus.speech, gigabytes: 8, disk: 20, workPerMinute: workMinutes.speech },
  render: {
    vcpus: containerVcpus.render,
    gigabytes: 8,
    disk: rendererGibibytes.small,
    workPerMinute: workMinutes.render,
  },
} as const;

export interface CostOptions {
  /** Of one video: the start of a container is paid once per task. */
  minutes: number;
  spot: boolean;
  engine: "transcribe" | "whisper";
  /** vCPUs of the container that extracts audio. */
  extractVcpus: 1 | 4;
  /** Processor of the containers; x86_64 if absent. */
  architecture?: "x86_64" | "arm64";
}

export interface CostPart {
  part: string;
  /** USD per minute of 1080p video. */
  usd: number;
}

/** Returns the price of a second of a container with this size. */
export const secondPrice = (
  vcpus: number,
  gigabytes: number,
  disk: number,
  { spot, architecture }: Pick<CostOptions, "spot" | "architecture">,
): number =>
  (vcpus * awsPrices.vcpuSecond + gigabytes * awsPrices.gigabyteSecond) *
    (spot ? awsPrices.spotShare : 1) *
    (architecture === "arm64" ? awsPrices.arm64Share : 1) +
  ((disk - includedDiskGigabytes) * awsPrices.diskGigabyteHour + awsPrices.addressHour) / 3600;

/** Returns what a minute of a captioned 1080p video costs, by part. A container is paid from the fetch of its image. */
export const minuteCost = ({ minutes, engine, extractVcpus, ...prices }: CostOptions): CostPart[] => {
  const container = (
    name: keyof typeof containerSizes,
    vcpus: number = containerSizes[name].vcpus,
  ): CostPart => {
    const { gigabytes, disk, workPerMinute } = containerSizes[name];
    const memory = (gigabytes * vcpus) / containerSizes[name].vcpus;
    const seconds = 60 * (workMinutes.start + workPerMinute * minutes);
    return { part: name, usd: (seconds * secondPrice(vcpus, memory, disk, prices)) / minutes };
  };
  const recognition: CostPart[] =
    engine === "whisper"
      ? [container("speech")]
      : [container("extract", extractVcpus), { part: "Amazon Transcribe", usd: awsPrices.transcribeMinute }];
  return [
    container("import"),
    ...recognition,
    container("render"),
    { part: "Step Functions", usd: (transitionsPerTask * awsPrices.transition) / minutes },
    { part: "functions", usd: (invocationsPerTask * awsPrices.invocation) / minutes },
    { part: "requests, records", usd: awsPrices.restOfTask / minutes },
  ];
};

/** Returns the sum of the parts, in USD. */
export const sumOfCost = (parts: readonly CostPart[]): number => parts.reduce((sum, { usd }) => sum + usd, 0);
