import { TranslateClient } from "@aws-sdk/client-translate";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { createAmazonTranslator } from "../../adapters/aws/amazon-translator.ts";
import {
  apertiumPackages,
  createApertiumEngine,
  installedPairs,
  supportedPairs,
} from "../../local/service-emulators/apertium.ts";
import type { AwsServer } from "../../local/service-emulators/aws-server.ts";
import { createEmulatorServer } from "../../local/service-emulators/emulator-server.ts";
import { media, sharedClient, type Word } from "../integration/client.ts";

/** Apertium is optional; its absence is tested in test/integration/translation.test.ts. */
describe("with Apertium", () => {
  let server: AwsServer;
  let translate: TranslateClient;
  beforeAll(async () => {
    server = createEmulatorServer({
      engine: await createApertiumEngine(),
      model: null,
      log: { line: () => {} },
    });
    const endpoint = `http://127.0.0.1:${await server.listen(0)}`;
    const credentials = { accessKeyId: "test", secretAccessKey: "test" };
    translate = new TranslateClient({ endpoint, region: "us-east-1", credentials, maxAttempts: 1 });
  });
  afterAll(() => server.close());

  test("the packages that set-up installs provide every supported pair", async () => {
    expect(apertiumPackages.length).toBeGreaterThan(1);
    expect((await installedPairs()).sort()).toEqual([...supportedPairs].sort());
  });

  test("the emulator of Amazon Translate translates Spanish to Portuguese", async () => {
    const translator = createAmazonTranslator(translate);
    const sentences = ["Trabajamos todos los días en el proyecto.", "Cuesta 3.500 euros."];
    expect(await translator.translate({ from: "es", to: "pt", before: [], after: [], sentences })).toEqual([
      "Trabalhamos todos os dias no projeto.",
      "Custa 3.500 euros.",
    ]);
  });

  test("a supplied Spanish transcript gets Portuguese captions", async () => {
    const client = sharedClient();
    const { body: video } = await client.upload(media("video/sy_noaudio.mp4"));
    const texts = "Trabajamos todos los días en el proyecto .".split(" ");
    const transcript = texts.map(
      (text, index): Word => ({
        text,
        type: text === "." ? "punctuation" : "word",
        start_time: index / 4,
        end_time: (index + 1) / 4,
      }),
    );
    const taskId = await client.createTask(video.id, { language: "es", translateTo: "pt", transcript });
    await client.waitForTask(video.id, taskId, ["transcriptionCompleted"]);
    const { body } = await client.get<Word[]>(`/videos/${video.id}/task/${taskId}/transcript`);
    expect(body.map(({ text }) => text).join(" ")).toMatch(/^Trabalhamos todos os dias no projeto/);
    expect(body.at(-1)?.end_time).toBeLessThanOrEqual(2);
  });
});
