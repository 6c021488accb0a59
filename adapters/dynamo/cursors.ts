import { PutCommand } from "@aws-sdk/lib-dynamodb";
import type { Cursors } from "../../core/storage/part.ts";
import { cursorRow } from "./rows.ts";
import { getItem, type Table } from "./table.ts";

const keyOf = (list: string) => ({ pk: "CURSORS", sk: list });

/** Stores one item per list. */
export const createDynamoCursors = (table: Table): Cursors => ({
  async get(list) {
    const { pk, sk } = keyOf(list);
    const item = await getItem(table, pk, sk);
    return item === null ? null : cursorRow.parse(item).cursor;
  },

  async set(list, cursor) {
    await table.client.send(new PutCommand({ TableName: table.name, Item: { ...keyOf(list), cursor } }));
  },
});
