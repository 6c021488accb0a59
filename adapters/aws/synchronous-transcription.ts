import {
  $Command as Command,
  type ListTranscriptionJobsRequest,
  type ServiceOutputTypes,
  TranscribeClient,
  type TranscribeClientResolvedConfig,
} from "@aws-sdk/client-transcribe";
import { getEndpointPlugin } from "@smithy/core/endpoints";
import { outputOfJob, synchronousOutputSchema } from "../../core/transcript/synchronous-output.ts";
import type { SynchronousTranscription } from "../../core/transcript/synchronous-transcription.ts";

/** Time that a request may take. The function has half a minute more, in which it starts a job. */
const synchronousTimeoutMs = 60_000;

/** The client only accepts inputs of its own operations; this one has optional fields only. */
interface TranscribeAudioRequest extends ListTranscriptionJobsRequest {
  Media: { MediaFileUri: string };
  Language: string;
}

/** The types of the SDK's models: string, and a value as it is in the JSON. */
const [string, document] = [0, 15] as const;
const [structure, operation] = [3, 9] as const;
const service = "com.amazonaws.transcribe";

/** The used part of the operation, which the SDK for JavaScript lacks. Source: botocore 1.44.8. */
const transcribeAudio: NonNullable<Command<object, never, object>["schema"]> = [
  operation,
  service,
  "TranscribeAudio",
  0,
  [
    structure,
    service,
    "TranscribeAudioRequest",
    0,
    ["Media", "Language"],
    [[structure, service, "SyncMedia", 0, ["MediaFileUri"], [string]], string],
  ],
  [structure, service, "TranscribeAudioResponse", 0, ["TranscriptResponse"], [document]],
];

/** Those of all operations of the service. */
const endpointParameters = {
  UseFIPS: { type: "builtInParams", name: "useFipsEndpoint" },
  Endpoint: { type: "builtInParams", name: "endpoint" },
  Region: { type: "builtInParams", name: "region" },
  UseDualStack: { type: "builtInParams", name: "useDualstackEndpoint" },
} as const;

/** Built as the commands of the SDK are. */
const TranscribeAudioCommand = Command.classBuilder<
  TranscribeAudioRequest,
  ServiceOutputTypes,
  TranscribeClientResolvedConfig
>()
  .ep(endpointParameters)
  .m((_, __, config) => [getEndpointPlugin(config, endpointParameters)])
  .s("Transcribe", "TranscribeAudio", {})
  .n("TranscribeClient", "TranscribeAudioCommand")
  .sc(transcribeAudio)
  .build();

export const createSynchronousTranscription = (
  bucket: string,
  client: TranscribeClient = new TranscribeClient({ maxAttempts: 1 }),
  timeoutMs = synchronousTimeoutMs,
): SynchronousTranscription => ({
  async transcribe({ audioKey, languageCode }) {
    const command = new TranscribeAudioCommand({
      Media: { MediaFileUri: `s3://${bucket}/${audioKey}` },
      Language: languageCode,
    });
    const abortSignal = AbortSignal.timeout(timeoutMs);
    const response = await client.send(command, { abortSignal }).catch((error: unknown) => {
      if (!abortSignal.aborted) throw error;
      throw new Error(`No response within ${timeoutMs} ms.`, { cause: error });
    });
    return outputOfJob(synchronousOutputSchema.parse(response));
  },
});
