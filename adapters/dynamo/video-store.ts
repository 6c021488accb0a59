import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { videoStatusChanged, videoStatusEvent } from "../../core/events/status-event.ts";
import { WriteConflict } from "../../core/storage/write-conflict.ts";
import { type Video, videoSchema, videoTransitions } from "../../core/videos/video.ts";
import type { VideoStore } from "../../core/videos/video-store.ts";
import { newId } from "../node-secrets.ts";
import { putDeletion } from "./deletions.ts";
import { listedVideoKey, listVideo } from "./listing.ts";
import { outboxRow } from "./outbox.ts";
import { expiryIndex, queryExpired, unfinishedIndex, unfinishedPart } from "./pending-work-index.ts";
import { putNew, replaceRecord, unchanged } from "./record.ts";
import { listedVideoRow } from "./rows.ts";
import {
  ConditionsFailed,
  getItem,
  getItems,
  type Item,
  ifConditionHolds,
  queryItems,
  recordTtl,
  type Table,
  transact,
  type Write,
} from "./table.ts";

const guards = ["status", "sequence", "attempt"];

const keyOf = (videoId: string) => ({ pk: `VIDEO#${videoId}`, sk: "VIDEO" });

const isFinished = (video: Video): boolean => video.status === "uploaded" || video.status === "aborted";

const indexes = (video: Video): Item => ({
  ttlSeconds: recordTtl(video.expiresAt),
  ...(isFinished(video) ? expiryIndex("VIDEO", video) : unfinishedIndex("VIDEO", video.id, video.createdAt)),
});

const itemOf = (video: Video): Item => ({ ...videoSchema.parse(video), ...indexes(video) });

export const createDynamoVideoStore = (table: Table, { now }: { now: () => Date }): VideoStore => {
  const isAlive = (video: Video): boolean => video.expiresAt > now().toISOString();

  const get = async (videoId: string): Promise<Video | null> => {
    const { pk, sk } = keyOf(videoId);
    const item = await getItem(table, pk, sk);
    if (item === null) return null;
    const video = videoSchema.parse(item);
    return isAlive(video) ? video : null;
  };

  const write = async (from: Video | null, to: Video): Promise<void> => {
    const key = keyOf(to.id);
    const record =
      from === null
        ? putNew(table, { ...key, ...itemOf(to) })
        : replaceRecord(table, key, itemOf(from), itemOf({ ...to, expiresAt: from.expiresAt }), guards);
    const event = videoStatusEvent(from, to, newId());
    const events = from?.status === to.status ? [] : [outboxRow(table, key.pk, videoStatusChanged, event)];
    try {
      await transact(table, [record, ...events, ...(from === null ? [listVideo(table, to)] : [])]);
    } catch (error) {
      if (!(error instanceof ConditionsFailed)) throw error;
      throw new WriteConflict(`Video ${to.id} has changed`, { cause: error });
    }
  };

  const correctIndex = async (video: Video): Promise<void> => {
    const { gsi2sk } = expiryIndex("VIDEO", video);
    const command = new UpdateCommand({
      TableName: table.name,
      Key: keyOf(video.id),
      UpdateExpression: "SET gsi2sk = :place",
      ConditionExpression: "expiresAt = :expiry",
      ExpressionAttributeValues: { ":place": gsi2sk, ":expiry": video.expiresAt },
    });
    await ifConditionHolds(table.client.send(command));
  };

  return {
    get,

    create: (video) => write(null, video),

    async update(from, to) {
      if (from.status !== to.status && !videoTransitions[from.status].includes(to.status)) {
        throw new Error(`A video cannot change from ${from.status} to ${to.status}.`);
      }
      await write(from, to);
    },

    async delete(video, deletedAt) {
      const key = keyOf(video.id);
      const { condition, names, values } = unchanged(itemOf(video), guards);
      const record: Write = {
        Delete: {
          TableName: table.name,
          Key: key,
          ConditionExpression: condition,
          ExpressionAttributeNames: names,
          ExpressionAttributeValues: values,
        },
      };
      const listed = { TableName: table.name, Key: listedVideoKey(video.accountId, video.id) };
      try {
        await transact(table, [record, { Delete: listed }, putDeletion(table, video, deletedAt)]);
      } catch (error) {
        if (!(error instanceof ConditionsFailed)) throw error;
        throw new WriteConflict(`Video ${video.id} has changed`, { cause: error });
      }
    },

    async listExpired(limit) {
      const items = await queryExpired(table, "VIDEO", now(), limit);
      const videos = items.map((item) => videoSchema.parse(item));
      // A task has extended the expiry beyond that in the index.
      await Promise.all(videos.filter(isAlive).map(correctIndex));
      return videos.filter((video) => !isAlive(video));
    },

    async extendExpiry(videoId, expiresAt) {
      const video = await get(videoId);
      if (video === null || video.expiresAt >= expiresAt) return;
      const extend = (key: { pk: string; sk: string }): Write => ({
        Update: {
          TableName: table.name,
          Key: key,
          UpdateExpression: "SET expiresAt = :later, ttlSeconds = :seconds",
          ConditionExpression: "attribute_exists(pk) AND expiresAt < :later",
          ExpressionAttributeValues: { ":later": expiresAt, ":seconds": recordTtl(expiresAt) },
        },
      });
      try {
        await transact(table, [keyOf(videoId), listedVideoKey(video.accountId, videoId)].map(extend));
      } catch (error) {
        if (!(error instanceof ConditionsFailed)) throw error;
      }
    },

    async list(accountId, page, limit) {
      const rows = await queryItems(table, {
        KeyConditionExpression: "pk = :videos",
        ExpressionAttributeValues: {
          ":videos": listedVideoKey(accountId, "").pk,
          ":now": now().toISOString(),
        },
        FilterExpression: "expiresAt > :now",
        ProjectionExpression: "sk",
        ScanIndexForward: false,
        ConsistentRead: true,
      });
      const ids = rows
        .slice((page - 1) * limit, page * limit)
        .map((row) => listedVideoRow.shape.sk.parse(row.sk));
      const items = await getItems(table, ids.map(keyOf));
      const videos = items.map((item) => videoSchema.parse(item));
      return { items: videos.filter(isAlive), totalCount: rows.length };
    },

    async listUnfinished(limit, cursor) {
      const part = await unfinishedPart(table, "VIDEO", limit, cursor);
      return { ...part, items: part.items.map((item) => videoSchema.parse(item)) };
    },
  };
};
