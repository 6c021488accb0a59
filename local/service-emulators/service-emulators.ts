import { join } from "node:path";
import type { LocalTranslation } from "../../core/translation/translation-support.ts";
import type { LocalPaths } from "../paths.ts";
import type { RotatingLog } from "../processes/rotating-log.ts";
import { StartError } from "../start-error.ts";
import { createApertiumEngine } from "./apertium.ts";
import type { AwsServer } from "./aws-server.ts";
import { parseLanguageModel } from "./converse.ts";
import { createEmulatorServer } from "./emulator-server.ts";
import { createPermissionCheck } from "./permissions.ts";
import { combineEngines } from "./text-engines.ts";
import { TranslatorProcess } from "./translator-process.ts";

/** Emulators of Amazon Translate and Amazon Bedrock on one machine, with the engines that are installed. */
export class ServiceEmulators {
  private readonly log: RotatingLog;
  private readonly translator: TranslatorProcess;
  private server: AwsServer | null = null;

  constructor(log: RotatingLog, paths: Pick<LocalPaths, "root" | "venvPython" | "translationModels">) {
    this.log = log;
    this.translator = new TranslatorProcess({
      command: paths.venvPython,
      args: [join(paths.root, "local", "translator"), "serve", paths.translationModels],
      env: { PATH: process.env.PATH },
      log: (line) => log.line(`translator: ${line}`),
    });
  }

  /** Starts the server on a free port. Throws StartError for an invalid CAPSTACK_LLM. */
  async start(
    emulatorPort: () => number,
    env: NodeJS.ProcessEnv = process.env,
  ): Promise<{ url: string; translation: LocalTranslation }> {
    const model = env.CAPSTACK_LLM ? parseLanguageModel(env.CAPSTACK_LLM, env.CAPSTACK_LLM_KEY) : null;
    if (typeof model === "string") throw new StartError(`${model}.`);
    const engine = combineEngines([await this.translator.engine(), await createApertiumEngine()]);
    this.server = createEmulatorServer({
      engine,
      model,
      checkPermissions: createPermissionCheck(emulatorPort),
      log: this.log,
    });
    const url = `http://127.0.0.1:${await this.server.listen(0)}`;
    const pairs = { pairs: [...engine.pairs], roughPairs: [...engine.roughPairs] };
    return { url, translation: { ...pairs, hasModel: model !== null, hasSpeechTranslation: true } };
  }

  async stop(): Promise<void> {
    await this.server?.close();
    this.translator.stop();
  }
}
