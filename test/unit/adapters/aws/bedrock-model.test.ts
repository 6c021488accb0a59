import { Readable } from "node:stream";
import { describe, expect, test } from "@jest/globals";
import { createBedrockClient, createBedrockModel } from "../../../../adapters/aws/bedrock-model.ts";
import { createBedrockTranslator } from "../../../../adapters/aws/bedrock-translator.ts";
import { jsonValuesIn, TextRejected } from "../../../../core/language-model.ts";

interface Reply {
  status?: number;
  error?: string;
  body: object;
}

/** A model behind the real client: every request gets the next reply, the last one again and again. */
const modelThat = (...replies: Reply[]) => {
  const requests: { inferenceConfig: object }[] = [];
  const requestHandler = {
    handle: async ({ body }: { body: Uint8Array<ArrayBuffer> }) => {
      const reply = replies[Math.min(requests.length, replies.length - 1)];
      requests.push(JSON.parse(new TextDecoder().decode(body)) as { inferenceConfig: object });
      const headers = reply?.error === undefined ? {} : { "x-amzn-errortype": reply.error };
      const sent = Readable.from([JSON.stringify(reply?.body)]);
      return { response: { statusCode: reply?.status ?? 200, headers, body: sent } };
    },
  };
  const client = createBedrockClient({
    region: "us-east-1",
    credentials: { accessKeyId: "test", secretAccessKey: "test" },
    requestHandler: requestHandler as never,
  });
  const model = createBedrockModel("us.amazon.nova-2-lite-v1:0", client);
  return { client, requests, ask: () => model.generate({ system: "s", user: "u", maxTokens: 600 }) };
};

const message = (content: object[], stopReason = "end_turn"): Reply => ({
  body: {
    output: { message: { role: "assistant", content } },
    stopReason,
    usage: { inputTokens: 60, outputTokens: 12, totalTokens: 72 },
    metrics: { latencyMs: 321 },
  },
});
const rejection = (error: string, text: string): Reply => ({ status: 400, error, body: { message: text } });
const textRejection = rejection(
  "ValidationException",
  "This request has been blocked by our content filters. Please adjust your text prompt to submit a new request.",
);

describe("a model of Bedrock", () => {
  test("responds with its text, without its reasoning", async () => {
    const reasoning = { reasoningContent: { reasoningText: { text: "[REDACTED]" } } };
    const { ask, requests } = modelThat(message([reasoning, { text: '```json\n{"clips":[]}\n```' }]));
    const response = await ask();
    expect(response).not.toContain("REDACTED");
    expect(jsonValuesIn(response)).toEqual([{ clips: [] }]);
    expect(requests.map(({ inferenceConfig }) => inferenceConfig)).toEqual([
      { maxTokens: 600, temperature: 0 },
    ]);
  });

  test("whose reasoning uses up its tokens is asked once more, and gets more at once from then on", async () => {
    const reasoning = message([{ reasoningContent: { reasoningText: { text: "hm" } } }], "max_tokens");
    const { ask, requests } = modelThat(reasoning, message([{ text: "[1]" }]));
    expect([await ask(), await ask()]).toEqual(["[1]", "[1]"]);
    expect(requests.map(({ inferenceConfig }) => inferenceConfig)).toMatchObject([
      { maxTokens: 600 },
      { maxTokens: 4600 },
      { maxTokens: 4600 },
    ]);
    const { ask: askInVain, requests: vain } = modelThat(reasoning);
    expect(await askInVain()).toBe("");
    expect(vain).toHaveLength(2);
  });

  test("that rejects more tokens for its reasoning is not asked for as many again", async () => {
    const reasoning = message([], "max_tokens");
    const rejected = rejection(
      "ValidationException",
      "The maximum tokens you requested exceeds the model limit.",
    );
    const { ask, requests } = modelThat(reasoning, rejected, message([{ text: "[1]" }]));
    await expect(ask()).rejects.toMatchObject({ name: "ValidationException" });
    expect(await ask()).toBe("[1]");
    expect(requests.map(({ inferenceConfig }) => inferenceConfig)).toMatchObject([
      { maxTokens: 600 },
      { maxTokens: 4600 },
      { maxTokens: 600 },
    ]);
  });

  test.each([
    [
      "stops at the maximum of tokens",
      message([{ text: '{"clips":[{"n":1' }], "max_tokens"),
      '{"clips":[{"n":1',
    ],
    ["is filtered after its first words", message([{ text: "I" }], "content_filtered"), "I"],
    ["has no content", message([]), ""],
  ])("whose response %s, returns what there is", async (_, reply, text) => {
    expect(await modelThat(reply).ask()).toBe(text);
  });

  test("that rejects a text fails with TextRejected, and is not asked again", async () => {
    const { ask, requests } = modelThat(textRejection);
    await expect(ask()).rejects.toMatchObject({
      name: "TextRejected",
      message: expect.stringContaining("blocked by our content filters"),
    });
    expect(requests).toHaveLength(1);
  });

  test("that rejects a batch fails its translation, for which the next engine is used", async () => {
    const { client, requests } = modelThat(textRejection);
    const batch = {
      sentences: ["A talk about a crime."],
      from: "en" as const,
      to: "de" as const,
      before: [],
      after: [],
    };
    await expect(createBedrockTranslator("model", client).translate(batch)).rejects.toBeInstanceOf(
      TextRejected,
    );
    expect(requests).toHaveLength(1);
  });

  test("that rejects the temperatures of two requests at once gets both again without one", async () => {
    const rejected = rejection("ValidationException", "`temperature` is deprecated for this model.");
    const { ask } = modelThat(rejected, rejected, message([{ text: "[1]" }]));
    expect(await Promise.all([ask(), ask()])).toEqual(["[1]", "[1]"]);
  });

  test("that rejects a temperature gets no further one", async () => {
    const { ask, requests } = modelThat(
      rejection("ValidationException", "`temperature` is deprecated for this model."),
      message([{ text: "[1]" }]),
    );
    expect([await ask(), await ask()]).toEqual(["[1]", "[1]"]);
    expect(requests.map(({ inferenceConfig }) => inferenceConfig)).toEqual([
      { maxTokens: 600, temperature: 0 },
      { maxTokens: 600 },
      { maxTokens: 600 },
    ]);
  });

  test.each([
    ["AccessDeniedException", 403, "with an explicit deny in a service control policy"],
    ["ResourceNotFoundException", 404, "This model version has reached the end of its life."],
    ["ValidationException", 400, "The provided model identifier is invalid."],
  ])("that may not be used rejects with %s at once", async (error, status, text) => {
    const { ask, requests } = modelThat({ status, error, body: { message: text } });
    await expect(ask()).rejects.toMatchObject({ name: error, message: expect.stringContaining(text) });
    expect(requests).toHaveLength(1);
  });
});
