import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, describe, expect, test } from "@jest/globals";
import { localPaths } from "../../../../local/paths.ts";
import { TranslatorProcess } from "../../../../local/service-emulators/translator-process.ts";

const root = resolve(import.meta.dirname, "../../../..");
const { venvPython, translationModels } = localPaths(root, null);

const folder = mkdtempSync(join(tmpdir(), "capstack-models-"));
const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
  rmSync(folder, { recursive: true, force: true });
});

const started = (models: string) => {
  const pids: number[] = [];
  const translator = new TranslatorProcess({
    command: process.env.CAPSTACK_PYTHON ?? venvPython,
    args: [join(root, "local", "translator"), "serve", models],
    env: { PATH: process.env.PATH },
    log: () => {},
    onStart: (pid) => pids.push(pid),
  });
  closing.push(() => translator.stop());
  return { translator, pids };
};

describe("TranslatorProcess", () => {
  test("translates between English and Portuguese with the models of the set-up", async () => {
    const engine = await started(translationModels).translator.engine();
    expect(engine.pairs).toEqual(expect.arrayContaining(["en>pt", "pt>en"]));
    expect(engine.roughPairs).toEqual([]);
    const sentences = ["The ship sails at 5:30 with 300 people on board.", "Hello", "Visit www.example.com."];
    const translated = await Promise.all(sentences.map((text) => engine.translate(text, "en>pt")));
    expect(translated[0]).toMatch(/5:30 .*300 pessoas/);
    expect(translated[1]).toBe("Olá");
    expect(translated[2]).toContain("www.example.com");
    expect(await engine.translate("O gato está na casa.", "pt>en")).toBe("The cat is in the house.");
  });

  test("reads a folder with models of other pairs, and skips incomplete ones", async () => {
    for (const pair of ["en-de", "en-es", "en-fr"])
      cpSync(join(translationModels, "en-pt"), join(folder, pair), { recursive: true });
    mkdirSync(join(folder, "en-it"));
    writeFileSync(join(folder, "en-it", "model.enit.intgemm.alphas.bin"), "");
    const engine = await started(folder).translator.engine();
    expect(engine.pairs).toEqual(["en>de", "en>es", "en>fr"]);
    expect(await engine.translate("Good morning.", "en>fr")).toBe("Bom dia.");
    await expect(engine.translate("Good morning.", "en>it")).rejects.toThrow("there is no model for en-it");
  });

  test("keeps a very long run of letters instead of translating it for minutes", async () => {
    const engine = await started(translationModels).translator.engine();
    const letters = "x".repeat(9000);
    expect(await engine.translate(`Good morning ${letters}`, "en>pt")).toBe(`Bom dia ${letters}`);
  });

  test("rejects the requests of a process that is killed, and starts another one for the next", async () => {
    const { translator, pids } = started(translationModels);
    const engine = await translator.engine();
    const request = engine.translate("Good morning.", "en>pt");
    process.kill(pids[0] ?? 0, "SIGKILL");
    await expect(request).rejects.toThrow("stopped during a request");
    expect(await engine.translate("Good morning.", "en>pt")).toBe("Bom dia.");
    expect(pids).toHaveLength(2);
  });

  test("rejects when the process cannot be started", async () => {
    const options = { args: [], env: {}, log: () => {} };
    await expect(new TranslatorProcess({ command: "/no/python", ...options }).engine()).rejects.toThrow(
      "ENOENT",
    );
    await expect(new TranslatorProcess({ command: "/bin/false", ...options }).engine()).rejects.toThrow(
      "code 1",
    );
  });
});
