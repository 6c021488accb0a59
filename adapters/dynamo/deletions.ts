import { DeleteCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { type Deletion, type Deletions, deletionSchema } from "../../core/videos/deletion.ts";
import type { Video } from "../../core/videos/video.ts";
import { indexedItems } from "./pending-work-index.ts";
import { ifConditionHolds, itemOfImage, type Table, type Write } from "./table.ts";

const queue = "DELETIONS";
const keyOf = (videoId: string) => ({ pk: `VIDEO#${videoId}`, sk: "DELETION" });
const placeOf = (videoId: string, dueAt: string): string => `${dueAt}#${videoId}`;

/** The table's stream starts the clean-up immediately; the reconciler retries it after this time. */
const retryDelayMs = 60_000;

/** Returns the write for the transaction that deletes the video's record. */
export const putDeletion = (table: Table, video: Video, at: Date): Write => {
  const dueAt = new Date(at.getTime() + retryDelayMs).toISOString();
  const { id: videoId, accountId, attempt } = video;
  const deletion: Deletion = { videoId, accountId, attempt, deletedAt: at.toISOString(), dueAt };
  return {
    Put: {
      TableName: table.name,
      Item: { ...keyOf(videoId), ...deletion, gsi2pk: queue, gsi2sk: placeOf(videoId, dueAt) },
    },
  };
};

export const createDynamoDeletions = (table: Table): Deletions => ({
  async list(before, limit) {
    const items = await indexedItems(table, { partition: queue, before: before.toISOString(), limit });
    return items.map((item) => deletionSchema.parse(item));
  },

  async postpone({ videoId }, dueAt) {
    const due = dueAt.toISOString();
    const command = new UpdateCommand({
      TableName: table.name,
      Key: keyOf(videoId),
      // A completed deletion must not reappear as a fragment.
      ConditionExpression: "attribute_exists(pk)",
      UpdateExpression: "SET dueAt = :due, gsi2sk = :place",
      ExpressionAttributeValues: { ":due": due, ":place": placeOf(videoId, due) },
    });
    await ifConditionHolds(table.client.send(command));
  },

  async complete({ videoId }) {
    await table.client.send(new DeleteCommand({ TableName: table.name, Key: keyOf(videoId) }));
  },
});

/** Parses a deletion from an image of the table's stream. Throws for a row of another kind. */
export const deletionOf = (image: Record<string, unknown>): Deletion =>
  deletionSchema.parse(itemOfImage(image));
