import { NamedError } from "../../core/errors.ts";
import { type Font, type FontStore, fontSchema } from "../../core/fonts/font.ts";
import { WriteConflict } from "../../core/storage/write-conflict.ts";
import { putNew } from "./record.ts";
import { fontCountRow } from "./rows.ts";
import { ConditionsFailed, getItem, queryItems, type Table, transact, type Write } from "./table.ts";

const livePrefix = "FONT#";
const deletedPrefix = "DELETED-FONT#";

/**
 * Stores fonts in their account's partition, newest last, with a count of them. Deleted fonts have another key, so that the
 * list does not read them.
 */
export const createDynamoFontStore = (table: Table): FontStore => {
  const partition = (accountId: string): string => `ACCOUNT#${accountId}`;
  const keyOf = (accountId: string, prefix: string, fontId: string) => ({
    pk: partition(accountId),
    sk: `${prefix}${fontId}`,
  });
  const countKey = (accountId: string) => ({ pk: partition(accountId), sk: "FONTS" });

  const changeCount = (accountId: string, step: 1 | -1, limit: number | null): Write => ({
    Update: {
      TableName: table.name,
      Key: countKey(accountId),
      UpdateExpression: "ADD fontCount :step",
      ...(limit === null
        ? { ExpressionAttributeValues: { ":step": step } }
        : {
            ConditionExpression:
              limit > 0 ? "attribute_not_exists(fontCount) OR fontCount < :limit" : "fontCount < :limit",
            ExpressionAttributeValues: { ":step": step, ":limit": limit },
          }),
    },
  });

  const find = async (accountId: string, prefix: string, fontId: string): Promise<Font | null> => {
    const { pk, sk } = keyOf(accountId, prefix, fontId);
    const item = await getItem(table, pk, sk);
    return item === null ? null : fontSchema.parse(item);
  };

  return {
    async create(font, limit) {
      const item = { ...keyOf(font.accountId, livePrefix, font.id), ...fontSchema.parse(font) };
      try {
        await transact(table, [putNew(table, item), changeCount(font.accountId, 1, limit)]);
      } catch (error) {
        if (!(error instanceof ConditionsFailed)) throw error;
        if (error.positions.includes(0)) throw new WriteConflict("The font already exists", { cause: error });
        throw limitExceeded(limit, error);
      }
    },

    get: async (accountId, fontId) =>
      (await find(accountId, livePrefix, fontId)) ?? find(accountId, deletedPrefix, fontId),

    async list(accountId, page, limit) {
      const items = await queryItems(table, {
        KeyConditionExpression: "pk = :account AND begins_with(sk, :fonts)",
        ExpressionAttributeValues: { ":account": partition(accountId), ":fonts": livePrefix },
        ScanIndexForward: false,
        ConsistentRead: true,
      });
      const shown = items.slice((page - 1) * limit, page * limit);
      return { items: shown.map((item) => fontSchema.parse(item)), totalCount: items.length };
    },

    async count(accountId) {
      const { pk, sk } = countKey(accountId);
      const item = await getItem(table, pk, sk);
      return item === null ? 0 : fontCountRow.parse(item).fontCount;
    },

    async delete(accountId, fontId, deletedAt) {
      const font = await find(accountId, livePrefix, fontId);
      if (font === null) return false;
      const deletedFont = { ...keyOf(accountId, deletedPrefix, fontId), ...font, deletedAt };
      const remove: Write = {
        Delete: {
          TableName: table.name,
          Key: keyOf(accountId, livePrefix, fontId),
          ConditionExpression: "attribute_exists(pk)",
        },
      };
      try {
        await transact(table, [remove, putNew(table, deletedFont), changeCount(accountId, -1, null)]);
        return true;
      } catch (error) {
        if (error instanceof ConditionsFailed) return false;
        throw error;
      }
    },
  };
};

const limitExceeded = (limit: number, cause: unknown): NamedError =>
  new NamedError(
    "FontLimitExceeded",
    `Your plan is limited to ${limit} ${limit === 1 ? "font" : "fonts"}. Delete one before you upload another.`,
    { cause },
  );
