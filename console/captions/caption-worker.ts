import type { CallMessage, CaptionCall, CaptionResponses, ResponseMessage } from "./protocol.ts";

type CallOf<Kind extends CaptionCall["kind"]> = Extract<CaptionCall, { kind: Kind }>;

interface Waiting {
  resolve: (result: unknown) => void;
  reject: (error: Error) => void;
}

/** The page's URL of the worker's script, which index.html names. */
const scriptUrl = (): string => {
  const content = document.querySelector<HTMLMetaElement>('meta[name="captions-worker"]')?.content;
  if (content === undefined) throw new Error("index.html does not name the worker that draws captions");
  return new URL(content, location.origin).href;
};

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): {
    createScriptURL(url: string): string;
  };
}

/** The URL as browsers with Trusted Types accept it: the policy allows this one script. */
const trusted = (url: string): string => {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  return trustedTypes === undefined
    ? url
    : trustedTypes.createPolicy("captions", { createScriptURL: () => url }).createScriptURL(url);
};

/** Draws captions in a worker, so that layout never delays typing. */
export class CaptionWorker {
  readonly #worker = new Worker(trusted(scriptUrl()), { type: "module" });
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;

  constructor() {
    this.#worker.addEventListener("message", ({ data }: MessageEvent<ResponseMessage>) => {
      const waiting = this.#waiting.get(data.id);
      this.#waiting.delete(data.id);
      if ("error" in data) waiting?.reject(new Error(data.error));
      else waiting?.resolve(data.result);
    });
    this.#worker.addEventListener("error", ({ message }) => {
      for (const { reject } of this.#waiting.values()) reject(new Error(message));
      this.#waiting.clear();
    });
  }

  /** Sends a call; rejects with Error if captions cannot be drawn. */
  call<Kind extends CaptionCall["kind"]>(
    call: CallOf<Kind>,
    transfer: Transferable[] = [],
  ): Promise<CaptionResponses[Kind]> {
    this.#lastId += 1;
    const id = this.#lastId;
    const message: CallMessage = { id, call };
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve: resolve as Waiting["resolve"], reject });
      this.#worker.postMessage(message, transfer);
    });
  }
}

let shared: CaptionWorker | null = null;
/** Returns the worker of this tab, which is started by the first call. */
export const captionWorker = (): CaptionWorker => {
  shared ??= new CaptionWorker();
  return shared;
};
