import type { LocalTranslation } from "../../core/translation/translation-support.ts";
import type { RotatingLog } from "../processes/rotating-log.ts";
import { StartError } from "../start-error.ts";
import { installedPairs } from "./apertium.ts";
import type { AwsServer } from "./aws-server.ts";
import { parseLanguageModel } from "./converse.ts";
import { createEmulatorServer } from "./emulator-server.ts";

/** Emulators of Amazon Translate and Amazon Bedrock on one machine, with the engines that are installed. */
export class ServiceEmulators {
  private readonly log: RotatingLog;
  private server: AwsServer | null = null;

  constructor(log: RotatingLog) {
    this.log = log;
  }

  /** Starts the server on a free port. Throws StartError for an invalid CAPSTACK_LLM. */
  async start(env: NodeJS.ProcessEnv = process.env): Promise<{ url: string; translation: LocalTranslation }> {
    const model = env.CAPSTACK_LLM ? parseLanguageModel(env.CAPSTACK_LLM, env.CAPSTACK_LLM_KEY) : null;
    if (typeof model === "string") throw new StartError(`${model}.`);
    const pairs = await installedPairs();
    this.server = createEmulatorServer({ pairs, model, log: this.log });
    const url = `http://127.0.0.1:${await this.server.listen(0)}`;
    return { url, translation: { pairs, hasModel: model !== null, hasSpeechTranslation: true } };
  }

  async stop(): Promise<void> {
    await this.server?.close();
  }
}
