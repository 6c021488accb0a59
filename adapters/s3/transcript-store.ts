import { GetObjectCommand, PutObjectCommand, type S3Client } from "@aws-sdk/client-s3";
import { storedTranscriptSchema, toWireEntry } from "../../core/api/schemas/word-entry.ts";
import { cutListSchema } from "../../core/cuts/cut-list.ts";
import {
  clipTranscriptKey,
  cutListKey,
  recognitionKey,
  referenceKey,
  suppliedTranscriptKey,
  transcriptKey,
} from "../../core/storage/keys.ts";
import { referenceSchema } from "../../core/transcript/correction/reference-tokens.ts";
import { recognitionSchema } from "../../core/transcript/recognition.ts";
import type { TranscriptStore } from "../../core/transcript/transcript-store.ts";
import type { Transcript } from "../../core/transcript/word-entry.ts";
import { createS3Client } from "./media-bucket.ts";
import { jsonObject, putNewObject } from "./put-object.ts";

const storedTranscript = (transcript: Transcript) => transcript.map(toWireEntry);

export const createS3TranscriptStore = (
  bucket: string,
  client: S3Client = createS3Client(),
): TranscriptStore => {
  const read = async (key: string): Promise<unknown> => {
    const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
    return JSON.parse((await Body?.transformToString("utf-8")) ?? "");
  };
  const write = async (key: string, value: unknown): Promise<void> => {
    await client.send(new PutObjectCommand(jsonObject(bucket, key, value)));
  };

  return {
    read: async (taskId, revision) =>
      storedTranscriptSchema.parse(await read(transcriptKey(taskId, revision))),
    write: (taskId, revision, transcript) =>
      write(transcriptKey(taskId, revision), storedTranscript(transcript)),
    readSupplied: async (taskId) => storedTranscriptSchema.parse(await read(suppliedTranscriptKey(taskId))),
    writeSupplied: (taskId, transcript) => write(suppliedTranscriptKey(taskId), storedTranscript(transcript)),
    readReference: async (taskId) => referenceSchema.parse(await read(referenceKey(taskId))),
    writeReference: (taskId, reference) => write(referenceKey(taskId), reference),
    readCuts: async (taskId) => cutListSchema.parse(await read(cutListKey(taskId))),
    writeCuts: (taskId, cuts) => write(cutListKey(taskId), cuts),
    readClip: async (taskId, index) =>
      storedTranscriptSchema.parse(await read(clipTranscriptKey(taskId, index))),
    writeClip: (taskId, index, transcript) =>
      write(clipTranscriptKey(taskId, index), storedTranscript(transcript)),
    readRecognition: async (taskId) => recognitionSchema.parse(await read(recognitionKey(taskId))),
    writeNew: (taskId, revision, transcript) =>
      putNewObject(client, jsonObject(bucket, transcriptKey(taskId, revision), storedTranscript(transcript))),
  };
};
