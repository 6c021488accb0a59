import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, test } from "@jest/globals";
import { createTable, type Item, transact } from "../../../../adapters/dynamo/table.ts";

const rethrowUnsent = (error: Error): void => {
  if (error.message !== "sent") throw error;
};

/** The attributes of an item as they would be sent. */
const sentItem = async (item: Item): Promise<unknown> => {
  let body = new Uint8Array();
  const requestHandler = {
    handle: async (request: { body: Uint8Array<ArrayBuffer> }) => {
      body = request.body;
      throw new Error("sent");
    },
  };
  const credentials = { accessKeyId: "id", secretAccessKey: "secret" };
  const client = new DynamoDBClient({
    region: "eu-central-1",
    credentials,
    maxAttempts: 1,
    requestHandler: requestHandler as never,
  });
  createTable("other", client);
  const table = createTable("records", client);
  const put = { TableName: table.name, Item: item };
  await transact(table, [{ Put: put }]).catch(rethrowUnsent);
  await table.client.send(new PutCommand(put)).catch(rethrowUnsent);
  return JSON.parse(new TextDecoder().decode(body)).Item;
};

class Money {
  readonly micro = 1;
}

describe("a request", () => {
  test("sends plain values, sets and bytes", async () => {
    const metadata = { constructor: "ACME" };
    const bare: unknown = Object.assign(Object.create(null), { a: null });
    const values = { list: [{ n: 1, none: undefined }], set: new Set(["s"]), bytes: Buffer.of(1) };
    expect(await sentItem({ pk: "a", ...values, metadata, bare })).toEqual({
      pk: { S: "a" },
      list: { L: [{ M: { n: { N: "1" } } }] },
      set: { SS: ["s"] },
      bytes: { B: "AQ==" },
      metadata: { M: { constructor: { S: "ACME" } } },
      bare: { M: { a: { NULL: true } } },
    });
  });

  test.each([
    ["a date", new Date(0), "instance of Date"],
    ["a map", new Map([["a", 1]]), "instance of Map"],
    ["an instance of a class", new Money(), "instance of Money"],
    ["an error", new TypeError("no"), "instance of TypeError"],
    ["a function", () => 1, "function"],
  ])("with %s in an item is rejected, with the path of the value", async (_, value, kind) => {
    await expect(sentItem({ pk: "a", task: { times: [value] } })).rejects.toThrow(
      // The first request of `sentItem` is a transaction.
      new RegExp(
        `^TransactWriteItemsCommand\\.TransactItems\\.0\\.Put\\.Item\\.task\\.times\\.0 is an? ${kind}`,
      ),
    );
  });
});
