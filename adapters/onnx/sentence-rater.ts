import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { RateSentences } from "../../core/clips/sentence-ratings.ts";
import { type RatingWindow, rateByWindows } from "./rating-windows.ts";

interface RatingModel {
  rate: RateSentences;
  release: () => Promise<void>;
}

/**
 * Creates the function that rates sentences by the rating model in a folder (models/sentence-ratings/README.md). Its files are loaded
 * with the first call, and again by the next call after a failure.
 */
export const createSentenceRater = (folder: string): RateSentences => {
  let model: Promise<RatingModel> | undefined;
  let previous: Promise<unknown> = Promise.resolve();
  const rateNext: RateSentences = async (sentences, checkTime) => {
    model ??= loadModel(folder);
    const current = model;
    try {
      const { rate } = await current;
      return await rate(sentences, checkTime);
    } catch (error) {
      model = undefined;
      // What failed is reported, whether or not its memory can be released.
      await current.then(({ release }) => release()).catch(() => {});
      throw error;
    }
  };
  return (sentences, checkTime) => {
    // Runs of a session must not overlap.
    const ratings = previous.then(() => rateNext(sentences, checkTime));
    previous = ratings.catch(() => {});
    return ratings;
  };
};

const loadModel = async (folder: string): Promise<RatingModel> => {
  // Only here: functions are called in advance so that they start fast (decision 0212), and retries have a stored plan. Neither needs the runtime.
  const [{ env, InferenceSession, Tensor }, { Tokenizer }] = await Promise.all([
    import("onnxruntime-web/wasm"),
    import("@huggingface/tokenizers"),
  ]);
  env.wasm.numThreads = 1;
  const tokenizer = new Tokenizer(JSON.parse(await readFile(join(folder, "tokenizer.json"), "utf8")), {});
  const session = await InferenceSession.create(await readFile(join(folder, "model.onnx")), {
    executionProviders: ["wasm"],
  });
  const rateWindow = async ({ ids, markers }: RatingWindow): Promise<Float32Array> => {
    // A run occupies the thread for a second. Sockets that were closed meanwhile are noticed only between two of them.
    await setImmediate();
    const { pool, counts } = poolingOf(ids.length, markers);
    const { ratings } = await session.run({
      input_ids: new Tensor("int64", BigInt64Array.from(ids, BigInt), [1, ids.length]),
      pool: new Tensor("float32", pool, [1, counts.length, ids.length]),
      count: new Tensor("float32", counts, [1, counts.length]),
    });
    if (!ratings) throw new Error("The rating model has no output named ratings.");
    return ratings.data as Float32Array;
  };
  const tokensOf = (text: string): number[] =>
    tokenizer.encode(text, { add_special_tokens: false }).ids.filter((id: number) => id > lastControlToken);
  return {
    rate: (sentences, checkTime) =>
      rateByWindows(sentences.map(tokensOf), (window) => {
        checkTime();
        return rateWindow(window);
      }),
    release: () => session.release(),
  };
};

/** Tokens up to this ID are the start of a window, padding and the marker, which a text must not set. The next one is an unknown character. */
const lastControlToken = 2;

/** How the model averages the tokens of each sentence, its marker included: the weight of each token, and the number of tokens. */
const poolingOf = (
  length: number,
  markers: readonly number[],
): { pool: Float32Array; counts: Float32Array } => {
  const count = markers.length - 1;
  const [pool, counts] = [new Float32Array(count * length), new Float32Array(count)];
  for (let at = 0; at < count; at += 1) {
    const [from = 0, to = 0] = [markers[at], markers[at + 1]];
    counts[at] = to - from;
    pool.fill(1 / (to - from), at * length + from, at * length + to);
  }
  return { pool, counts };
};
