import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { TranslateClient, TranslateTextCommand } from "@aws-sdk/client-translate";
import { afterEach, describe, expect, test } from "@jest/globals";
import { createAmazonTranslator } from "../../../../adapters/aws/amazon-translator.ts";
import { createBedrockClient } from "../../../../adapters/aws/bedrock-model.ts";
import { createBedrockTranslator } from "../../../../adapters/aws/bedrock-translator.ts";
import { installedPairs } from "../../../../local/service-emulators/apertium.ts";
import { type LanguageModel, parseLanguageModel } from "../../../../local/service-emulators/converse.ts";
import { createEmulatorServer } from "../../../../local/service-emulators/emulator-server.ts";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const credentials = { accessKeyId: "test", secretAccessKey: "test" };

const start = async (pairs: readonly string[], model: LanguageModel | null = null, maxAttempts = 1) => {
  const server = createEmulatorServer({ pairs, model, log: { line: () => {} } });
  const endpoint = `http://127.0.0.1:${await server.listen(0)}`;
  closing.push(() => server.close());
  const options = { endpoint, region: "us-east-1", credentials, maxAttempts };
  return { translate: new TranslateClient(options), bedrock: createBedrockClient(options) };
};

/** A service that speaks OpenAI's chat protocol and answers as it is told; with null it never answers. */
const chat = async (
  status: number,
  answer: unknown,
): Promise<{ model: LanguageModel; asked: Record<string, unknown>[] }> => {
  const asked: Record<string, unknown>[] = [];
  const server: Server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on("end", () => {
      asked.push({ path: request.url, key: request.headers.authorization, ...JSON.parse(body) });
      if (answer === null) return;
      response.statusCode = status;
      response.end(typeof answer === "string" ? answer : JSON.stringify(answer));
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
  return { model, asked };
};
const saying = (content: string) => ({ choices: [{ message: { content }, finish_reason: "stop" }] });
const request = { from: "en", to: "hi", sentences: ["Hello.", "Bye."], before: [], after: [] } as const;

describe("Amazon Translate's stand-in, through its own client", () => {
  test.each([
    ["UnsupportedLanguagePairException", { Text: "Hello.", TargetLanguageCode: "fr" }],
    ["TextSizeLimitExceededException", { Text: "x".repeat(10_001), TargetLanguageCode: "es" }],
    ["ValidationException", { Text: "Hello.", TargetLanguageCode: "xx" }],
    ["ValidationException", { Text: "", TargetLanguageCode: "es" }],
  ])("refuses with %s", async (name, input) => {
    const { translate } = await start(["en>es"]);
    const command = new TranslateTextCommand({ SourceLanguageCode: "en", ...input });
    await expect(translate.send(command)).rejects.toMatchObject({ name });
  });

  test("translates the pairs that are installed, and says nothing of the others", async () => {
    const pairs = await installedPairs();
    const { translate } = await start(pairs);
    const translator = createAmazonTranslator(translate);
    const spanish = { from: "es", to: "pt", before: [], after: [] } as const;
    const sentences = ["Trabajamos todos los días en el proyecto.", "Cuesta 3.500 euros."];
    const answers = translator.translate({ ...spanish, sentences });
    if (pairs.includes("es>pt")) {
      expect(await answers).toEqual(["Trabalhamos todos os dias no projeto.", "Custa 3.500 euros."]);
    } else {
      await expect(answers).rejects.toMatchObject({ name: "UnsupportedLanguagePairException" });
    }
  });
});

describe("Bedrock's stand-in, through its own client", () => {
  test("asks the operator's model, and gives back what it says", async () => {
    const { model, asked } = await chat(
      200,
      saying('<think>hm</think>{"translations":[{"n":1,"text":"नमस्ते।"}]}'),
    );
    const { bedrock } = await start([], model);
    expect(await createBedrockTranslator("local", bedrock).translate(request)).toEqual(["नमस्ते।", null]);
    expect(asked).toMatchObject([
      { path: "/v1/chat/completions", key: "Bearer secret", model: "qwen3:8b", temperature: 0 },
    ]);
  });

  test.each([
    ["ThrottlingException", 429, "busy"],
    ["ModelErrorException", 500, "out of memory"],
    ["ModelErrorException", 200, "no JSON"],
    ["ModelErrorException", 200, { choices: [] }],
  ])("%s for an answer of %s: %j", async (name, status, answer) => {
    const { model } = await chat(status, answer);
    const { bedrock } = await start([], model);
    await expect(createBedrockTranslator("local", bedrock).translate(request)).rejects.toMatchObject({
      name,
    });
  });

  test("a model that does not answer in time fails the translation by name, and is asked once", async () => {
    const { model, asked } = await chat(200, null);
    const { bedrock } = await start([], model, 3);
    const translator = createBedrockTranslator("local", bedrock, 500);
    await expect(translator.translate(request)).rejects.toMatchObject({ name: "TranslationFailed" });
    expect(asked).toHaveLength(1);
  });

  test("without a model, or one that does not answer, it is an error of the service", async () => {
    const none = await start([]);
    await expect(createBedrockTranslator("local", none.bedrock).translate(request)).rejects.toMatchObject({
      name: "ResourceNotFoundException",
    });
    const gone = await start([], { url: "http://127.0.0.1:9/v1", model: null, key: null });
    await expect(createBedrockTranslator("local", gone.bedrock).translate(request)).rejects.toMatchObject({
      name: "ServiceUnavailableException",
    });
  });
});

test.each([
  ["127.0.0.1:8080", "CAPSTACK_LLM is 127.0.0.1:8080"],
  ["/models/qwen.gguf", "give the http address"],
])("CAPSTACK_LLM=%s cannot be meant", (text, sentence) => {
  expect(parseLanguageModel(text, undefined)).toEqual(expect.stringContaining(sentence));
});
