import { DeleteCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { type Deletion, type Deletions, deletionSchema } from "../../core/videos/deletion.ts";
import type { Video } from "../../core/videos/video.ts";
import { ifConditionHolds, itemOfImage, queryItems, type Table, type Write } from "./table.ts";

const queue = "DELETIONS";
const keyOf = (videoId: string) => ({ pk: `VIDEO#${videoId}`, sk: "DELETION" });
const placeOf = (videoId: string, dueAt: string): string => `${dueAt}#${videoId}`;

/** The table's stream starts the cleaning up at once; the reconciler comes if that was in vain. */
const patienceMs = 60_000;

/** Goes into the transaction that removes the video's record. */
export const putDeletion = (table: Table, video: Video, at: Date): Write => {
  const dueAt = new Date(at.getTime() + patienceMs).toISOString();
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
    const query = {
      IndexName: "gsi2",
      KeyConditionExpression: "gsi2pk = :queue AND gsi2sk < :before",
      ExpressionAttributeValues: { ":queue": queue, ":before": before.toISOString() },
      Limit: limit,
    };
    return (await queryItems(table, query, limit)).map((item) => deletionSchema.parse(item));
  },

  async postpone({ videoId }, dueAt) {
    const due = dueAt.toISOString();
    const command = new UpdateCommand({
      TableName: table.name,
      Key: keyOf(videoId),
      // One that was settled meanwhile must not come back as a fragment.
      ConditionExpression: "attribute_exists(pk)",
      UpdateExpression: "SET dueAt = :due, gsi2sk = :place",
      ExpressionAttributeValues: { ":due": due, ":place": placeOf(videoId, due) },
    });
    await ifConditionHolds(table.client.send(command));
  },

  async settle({ videoId }) {
    await table.client.send(new DeleteCommand({ TableName: table.name, Key: keyOf(videoId) }));
  },
});

/** The deletion of a row as the table's stream shows it. Throws for a row of another kind. */
export const deletionOf = (image: Record<string, unknown>): Deletion =>
  deletionSchema.parse(itemOfImage(image));
