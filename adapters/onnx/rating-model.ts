import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { RatingModel } from "../../core/clips/rating-model.ts";
import { type RateWindow, rateByWindows, rateTitlesByWindows } from "./rating-windows.ts";

interface LoadedModel extends RatingModel {
  release: () => Promise<void>;
}

/**
 * Creates the rating model of a folder (models/sentence-ratings/README.md). Its files are loaded with the first call, and again by the
 * next call after a failure.
 */
export const createRatingModel = (folder: string): RatingModel => {
  let model: Promise<LoadedModel> | undefined;
  let previous: Promise<unknown> = Promise.resolve();
  const runNext = async <T>(use: (model: RatingModel) => Promise<T>): Promise<T> => {
    model ??= loadModel(folder);
    const current = model;
    try {
      return await use(await current);
    } catch (error) {
      model = undefined;
      // What failed is reported, whether or not its memory can be released.
      await current.then(({ release }) => release()).catch(() => {});
      throw error;
    }
  };
  /** Runs of a session must not overlap. */
  const run = <T>(use: (model: RatingModel) => Promise<T>): Promise<T> => {
    const result = previous.then(() => runNext(use));
    previous = result.catch(() => {});
    return result;
  };
  return {
    rateSentences: (sentences, checkTime) => run((current) => current.rateSentences(sentences, checkTime)),
    rateTitles: (clips, checkTime) => run((current) => current.rateTitles(clips, checkTime)),
  };
};

const loadModel = async (folder: string): Promise<LoadedModel> => {
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
  const rateWindow: RateWindow = async ({ ids, markers }) => {
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
  const rateInTime =
    (checkTime: () => void): RateWindow =>
    (window) => {
      checkTime();
      return rateWindow(window);
    };
  return {
    rateSentences: (sentences, checkTime) => rateByWindows(sentences.map(tokensOf), rateInTime(checkTime)),
    rateTitles: async (clips, checkTime) => {
      const ratings: number[][] = [];
      for (const { sentences, titles } of clips)
        ratings.push(
          await rateTitlesByWindows(sentences.map(tokensOf), titles.map(tokensOf), rateInTime(checkTime)),
        );
      return ratings;
    },
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
