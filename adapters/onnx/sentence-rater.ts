import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { type RatingWindow, rateByWindows } from "../../core/clips/rating-windows.ts";
import type { RateSentences } from "../../core/clips/sentence-ratings.ts";

/**
 * Creates the function that rates sentences by the network in a folder (models/sentence-ratings/README.md). Its files are loaded with
 * the first call, and once.
 */
export const createSentenceRater = (folder: string): RateSentences => {
  let network: Promise<RateSentences> | undefined;
  return async (sentences) => {
    // What could not be loaded is loaded again by the next call.
    network ??= loadNetwork(folder).catch((error: unknown) => {
      network = undefined;
      throw error;
    });
    const rate = await network;
    return rate(sentences);
  };
};

const loadNetwork = async (folder: string): Promise<RateSentences> => {
  // A function starts faster without the runtime, which few calls need.
  const [{ env, InferenceSession, Tensor }, { Tokenizer }] = await Promise.all([
    import("onnxruntime-web/wasm"),
    import("@huggingface/tokenizers"),
  ]);
  env.wasm.numThreads = 1;
  const tokenizer = new Tokenizer(JSON.parse(await readFile(join(folder, "tokenizer.json"), "utf8")), {});
  const session = await InferenceSession.create(await readFile(join(folder, "model.onnx")), {
    executionProviders: ["wasm"],
  });
  const read = async ({ ids, markers }: RatingWindow): Promise<Float32Array> => {
    // A run occupies the thread for a second. Sockets that were closed meanwhile are noticed only between two of them.
    await setImmediate();
    const { pool, counts } = poolingOf(ids.length, markers);
    const outputs = await session.run({
      input_ids: new Tensor("int64", BigInt64Array.from(ids, BigInt), [1, ids.length]),
      pool: new Tensor("float32", pool, [1, counts.length, ids.length]),
      count: new Tensor("float32", counts, [1, counts.length]),
    });
    return outputs.ratings?.data as Float32Array;
  };
  return (sentences) =>
    rateByWindows(
      sentences.map((text) => tokenizer.encode(text, { add_special_tokens: false }).ids),
      read,
    );
};

/** How the network averages the tokens of each sentence, its marker included: the weight of each token, and the number of tokens. */
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
