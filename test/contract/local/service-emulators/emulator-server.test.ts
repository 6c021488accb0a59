import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { TranslateClient, TranslateTextCommand } from "@aws-sdk/client-translate";
import { afterEach, describe, expect, test } from "@jest/globals";
import { createAmazonTranslator } from "../../../../adapters/aws/amazon-translator.ts";
import { createBedrockClient, createBedrockModel } from "../../../../adapters/aws/bedrock-model.ts";
import { createBedrockTranslator } from "../../../../adapters/aws/bedrock-translator.ts";
import { installedPairs } from "../../../../local/service-emulators/apertium.ts";
import { type ModelEndpoint, parseLanguageModel } from "../../../../local/service-emulators/converse.ts";
import { createEmulatorServer } from "../../../../local/service-emulators/emulator-server.ts";
import type { CheckPermissions } from "../../../../local/service-emulators/permissions.ts";
import { ServiceError } from "../../../../local/service-emulators/service-error.ts";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const credentials = { accessKeyId: "test", secretAccessKey: "test" };

const start = async (
  pairs: readonly string[],
  model: ModelEndpoint | null = null,
  maxAttempts = 1,
  checkPermissions: CheckPermissions = async () => {},
) => {
  const server = createEmulatorServer({
    engine: { name: "None", pairs, roughPairs: [], translate: async (text) => text },
    model,
    checkPermissions,
    log: { line: () => {} },
  });
  const endpoint = `http://127.0.0.1:${await server.listen(0)}`;
  closing.push(() => server.close());
  const options = { endpoint, region: "us-east-1", credentials, maxAttempts };
  return { translate: new TranslateClient(options), bedrock: createBedrockClient(options) };
};

/** Starts a service with OpenAI's chat protocol that returns the given response, or none for null. */
const startChat = async (
  status: number,
  reply: unknown,
  rejectionOf: (request: Record<string, unknown>) => string | null = () => null,
  rejectedStatus = 400,
): Promise<{ model: ModelEndpoint; requests: Record<string, unknown>[] }> => {
  const requests: Record<string, unknown>[] = [];
  const server: Server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on("end", () => {
      requests.push({ path: request.url, key: request.headers.authorization, ...JSON.parse(body) });
      if (reply === null) return;
      const message = rejectionOf(JSON.parse(body));
      if (message !== null) {
        response.statusCode = rejectedStatus;
        response.end(JSON.stringify({ error: { message, type: "invalid_request_error" } }));
        return;
      }
      response.statusCode = status;
      response.end(typeof reply === "string" ? reply : JSON.stringify(reply));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  const model = parseLanguageModel(
    `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1#qwen3:8b`,
    "secret",
  );
  if (typeof model === "string") throw new Error(model);
  return { model, requests };
};
const completion = (content: unknown) => ({ choices: [{ message: { content }, finish_reason: "stop" }] });
const request = { from: "en", to: "hi", sentences: ["Hello.", "Bye."], before: [], after: [] } as const;

describe("The emulator of Amazon Translate, through the SDK", () => {
  test.each([
    ["UnsupportedLanguagePairException", { Text: "Hello.", TargetLanguageCode: "fr" }],
    ["TextSizeLimitExceededException", { Text: "x".repeat(10_001), TargetLanguageCode: "es" }],
    ["ValidationException", { Text: "Hello.", TargetLanguageCode: "xx" }],
    ["ValidationException", { Text: "", TargetLanguageCode: "es" }],
  ])("rejects a request with %s", async (name, input) => {
    const { translate } = await start(["en>es"]);
    const command = new TranslateTextCommand({ SourceLanguageCode: "en", ...input });
    await expect(translate.send(command)).rejects.toMatchObject({ name });
  });

  test("rejects pairs that are not installed", async () => {
    const { translate } = await start(["es>pt"]);
    const translator = createAmazonTranslator(translate);
    const request = {
      from: "es",
      to: "ca",
      before: [],
      after: [],
      sentences: ["Cuesta 3.500 euros."],
    } as const;
    await expect(translator.translate(request)).rejects.toMatchObject({
      name: "UnsupportedLanguagePairException",
    });
  });

  test("supports no pairs without Apertium", async () => {
    expect(await installedPairs("no-such-apertium")).toEqual([]);
  });
});

describe("The emulator of Amazon Bedrock, through the SDK", () => {
  test("calls the operator's model and returns its response", async () => {
    const { model, requests } = await startChat(
      200,
      completion('<think>hm</think>{"translations":[{"n":1,"text":"नमस्ते।"}]}'),
    );
    const { bedrock } = await start([], model);
    expect(await createBedrockTranslator("local", bedrock).translate(request)).toEqual(["नमस्ते।", null]);
    expect(requests).toMatchObject([
      { path: "/v1/chat/completions", key: "Bearer secret", model: "qwen3:8b", temperature: 0 },
    ]);
  });

  test.each([400, 422])("supports a strict service of a reasoning model that returns %i", async (status) => {
    const { model, requests } = await startChat(
      200,
      completion('{"translations":[{"n":1,"text":"नमस्ते।"}]}'),
      (body) =>
        "max_tokens" in body
          ? "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."
          : "temperature" in body
            ? "Unsupported value: 'temperature' does not support 0 with this model."
            : null,
      status,
    );
    const { bedrock } = await start([], model);
    expect(await createBedrockTranslator("local", bedrock).translate(request)).toEqual(["नमस्ते।", null]);
    expect(requests).toHaveLength(3);
    expect(requests[2]).toMatchObject({ max_completion_tokens: expect.any(Number) });
  });

  test.each([
    ["null content", null, ""],
    ["unfinished reasoning", "<think>the clips are", ""],
    ["reasoning whose start is missing", "hm, {1}</think>\n[1]", "[1]"],
    ["a list of parts", [{ type: "text", text: "[1]" }, { type: "refusal" }], "[1]"],
  ])("returns the text of a response with %s", async (_, content, text) => {
    const { model } = await startChat(200, completion(content));
    const { bedrock } = await start([], model);
    const question = { system: "s", user: "u", maxTokens: 10 };
    expect(await createBedrockModel("local", bedrock).generate(question)).toBe(text);
  });

  test("gives a model whose reasoning used up its tokens more of them, once", async () => {
    const reply = { choices: [{ message: { content: null }, finish_reason: "length" }] };
    const { model, requests } = await startChat(200, reply);
    const { bedrock } = await start([], model);
    const question = { system: "s", user: "u", maxTokens: 600 };
    expect(await createBedrockModel("local", bedrock).generate(question)).toBe("");
    expect(requests.map(({ max_tokens }) => max_tokens)).toEqual([600, 4600]);
  });

  test("lets every function use the operator's model, and a model of AWS only those whose policy allows it", async () => {
    const { model } = await startChat(200, completion("[1]"));
    const asked: unknown[] = [];
    const { bedrock } = await start([], model, 1, async (_, calls) => {
      asked.push(...calls);
      throw new ServiceError("AccessDeniedException", "denied");
    });
    const question = { system: "s", user: "u", maxTokens: 10 };
    expect(await createBedrockModel("local", bedrock).generate(question)).toBe("[1]");
    const profile = createBedrockModel("us.amazon.nova-2-lite-v1:0", bedrock).generate(question);
    await expect(profile).rejects.toMatchObject({ name: "AccessDeniedException" });
    expect(asked).toEqual([
      { action: "bedrock:InvokeModel", resource: expect.stringMatching(/:inference-profile\/us\.amazon/) },
    ]);
  });

  test("rejects a response that is larger than any model's", async () => {
    const { model } = await startChat(200, completion("[".repeat(5 * 1024 ** 2)));
    const { bedrock } = await start([], model);
    const question = { system: "s", user: "u", maxTokens: 10 };
    await expect(createBedrockModel("local", bedrock).generate(question)).rejects.toMatchObject({
      name: "ModelErrorException",
      message: expect.stringContaining("too long"),
    });
  });

  test("rejects a response of 400 that names no parameter", async () => {
    const { model, requests } = await startChat(200, completion("x"), () => "context length exceeded");
    const { bedrock } = await start([], model);
    const question = { system: "s", user: "u", maxTokens: 10 };
    await expect(createBedrockModel("local", bedrock).generate(question)).rejects.toMatchObject({
      name: "ModelErrorException",
    });
    expect(requests).toHaveLength(1);
  });

  test.each([
    ["ThrottlingException", 429, "busy"],
    ["ModelErrorException", 500, "out of memory"],
    ["ModelErrorException", 200, "no JSON"],
    ["ModelErrorException", 200, { choices: [] }],
  ])("returns %s for a model response of %s: %j", async (name, status, reply) => {
    const { model } = await startChat(status, reply);
    const { bedrock } = await start([], model);
    await expect(createBedrockTranslator("local", bedrock).translate(request)).rejects.toMatchObject({
      name,
    });
  });

  test("calls a model that times out once and fails the translation", async () => {
    const { model, requests } = await startChat(200, null);
    const { bedrock } = await start([], model, 3);
    const translator = createBedrockTranslator("local", bedrock, 500);
    await expect(translator.translate(request)).rejects.toMatchObject({ name: "TranslationFailed" });
    expect(requests).toHaveLength(1);
  });

  test("returns an error without a model, or if the model cannot be reached", async () => {
    const withoutModel = await start([]);
    await expect(
      createBedrockTranslator("local", withoutModel.bedrock).translate(request),
    ).rejects.toMatchObject({
      name: "ResourceNotFoundException",
    });
    const unreachable = await start([], { url: "http://127.0.0.1:9/v1", model: null, key: null });
    await expect(
      createBedrockTranslator("local", unreachable.bedrock).translate(request),
    ).rejects.toMatchObject({
      name: "ServiceUnavailableException",
    });
  });
});

test.each([
  ["127.0.0.1:8080", "CAPSTACK_LLM is 127.0.0.1:8080"],
  ["/models/qwen.gguf", "set it to the HTTP URL"],
])("parseLanguageModel rejects %s", (text, sentence) => {
  expect(parseLanguageModel(text, undefined)).toEqual(expect.stringContaining(sentence));
});
