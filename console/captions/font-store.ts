import {
  emojiFamily,
  emojiSubset,
  type FontFamily,
  markedLetters,
  nearestWeight,
} from "../../core/drawing/font-catalog.ts";
import { type FontIndex, fontIndexName, markedLettersIndex } from "../../core/drawing/font-index.ts";
import type { FontLibrary, UploadedFont } from "../../core/drawing/font-library.ts";
import {
  areCovered,
  parseRanges,
  type Subset,
  subsetAlias,
  subsetFile,
  subsetsOf,
  subsetsWith,
} from "../../core/drawing/font-subsets.ts";
import { createUploadedFont } from "../../core/drawing/uploaded-font.ts";
import { familyOfFile } from "../../core/fonts/file-family.ts";
import type { SourceFont } from "./caption-source.ts";
import { workerScope } from "./worker-scope.ts";

interface LoadedIndex {
  subsets: readonly Subset[];
  files: FontIndex["files"];
}

const expanded = (ranges: string): ReadonlySet<number> =>
  new Set(
    parseRanges(ranges).flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, at) => from + at)),
  );

/**
 * The fonts of the browser. Drawing asks for them synchronously, and the browser loads them asynchronously: what is missing is noted, and
 * `prepare` repeats its work until everything that it asks for has been loaded.
 */
export class FontStore {
  readonly library: FontLibrary;
  readonly #folder: string;
  readonly #indexes = new Map<string, LoadedIndex>();
  /** Registered files by alias: the index and the name of each. */
  readonly #faces = new Map<string, { index: string; file: string }>();
  /** Aliases of the files that are loaded. */
  readonly #loaded = new Set<string>();
  readonly #characters = new Map<string, ReadonlySet<number>>();
  /** By family: core/fonts/file-family.ts. */
  readonly #uploaded = new Map<string, UploadedFont>();
  /** Loads of files and indexes that were requested and are missing, by name. */
  #missing = new Map<string, () => Promise<void>>();

  /** @param folder URL of the folder with the font files, with a slash at the end */
  constructor(folder: string) {
    this.#folder = folder;
    this.library = {
      registerSubsets: (family, weight, codePoints) => this.#registerSubsets(family, weight, codePoints),
      registerEmoji: () => this.#registerSubset(emojiFamily, emojiSubset, 400),
      registerMarkedLetters: (weight) => this.#registerMarkedLetters(weight),
      codePointsOf: (alias) => this.#codePointsOf(alias),
      isCovered: (family, text) => {
        const index = this.#indexOf(fontIndexName(family.packageName));
        return index !== null && areCovered(index.subsets, text);
      },
      // Browsers shape a sequence of emoji as one run.
      joinEmoji: () => null,
      uploadedFont: (family) => this.#uploaded.get(family) ?? null,
    };
  }

  /** Returns the result of `work` once no font is missing for it. Throws if a font cannot be loaded. */
  async prepare<T>(work: () => T): Promise<T> {
    for (;;) {
      this.#missing = new Map();
      const result = work();
      if (this.#missing.size === 0) return result;
      await Promise.all([...this.#missing.values()].map((load) => load()));
    }
  }

  /** Loads uploaded fonts that are not loaded yet. One whose file is gone is left out. */
  async addUploaded(fonts: readonly SourceFont[]): Promise<void> {
    await Promise.all(fonts.map((font) => this.#addUploaded(font)));
  }

  async #addUploaded({ fileKey, url, weight, weights, characters }: SourceFont): Promise<void> {
    const family = familyOfFile(fileKey);
    if (this.#uploaded.has(family)) return;
    const response = await fetch(url);
    if (!response.ok) return;
    await this.#load(family, await response.arrayBuffer(), weights);
    const [min = weight, max = min] = weights.split(" ").map(Number);
    const weightRange = min === max ? null : { min, max };
    this.#uploaded.set(family, createUploadedFont({ weight, weightRange }, expanded(characters)));
  }

  #registerSubsets(family: FontFamily, weight: number, codePoints: readonly number[]): string[] | null {
    const index = this.#indexOf(fontIndexName(family.packageName));
    if (index === null) return null;
    return subsetsWith(index.subsets, codePoints).map(({ name }) =>
      this.#registerSubset(family, name, weight),
    );
  }

  #registerSubset(family: FontFamily, subset: string, weight: number): string {
    return this.#register(
      subsetAlias(family, subset, weight),
      fontIndexName(family.packageName),
      subsetFile(family, subset, weight),
    );
  }

  #registerMarkedLetters(weight: number): string {
    const fileWeight = nearestWeight(markedLetters.weights, weight);
    const file = markedLetters.file(fileWeight).replace(/^.*\//, "");
    return this.#register(`${markedLetters.family}/${fileWeight}`, markedLettersIndex, file);
  }

  #register(alias: string, indexName: string, file: string): string {
    if (this.#loaded.has(alias)) return alias;
    const found = this.#indexOf(indexName)?.files[file];
    if (found === undefined) return alias;
    this.#faces.set(alias, { index: indexName, file });
    this.#missing.set(`file ${file}`, async () => {
      const response = await this.#fetch(file);
      await this.#load(alias, await response.arrayBuffer(), found.weight);
      this.#loaded.add(alias);
    });
    return alias;
  }

  #codePointsOf(alias: string): ReadonlySet<number> {
    const known = this.#characters.get(alias);
    if (known) return known;
    const face = this.#faces.get(alias);
    const file = face && this.#indexes.get(face.index)?.files[face.file];
    if (!file) return new Set();
    const characters = expanded(file.characters);
    this.#characters.set(alias, characters);
    return characters;
  }

  #indexOf(name: string): LoadedIndex | null {
    const known = this.#indexes.get(name);
    if (known) return known;
    this.#missing.set(`index ${name}`, async () => {
      const index = (await (await this.#fetch(`${name}.json`)).json()) as FontIndex;
      this.#indexes.set(name, { subsets: subsetsOf(index.subsets), files: index.files });
    });
    return null;
  }

  async #fetch(name: string): Promise<Response> {
    const response = await fetch(`${this.#folder}${name}`);
    if (!response.ok) throw new Error(`${name} could not be loaded: ${response.status}`);
    return response;
  }

  async #load(alias: string, bytes: ArrayBuffer, weight: string): Promise<void> {
    const face = new FontFace(alias, bytes, { weight });
    workerScope.fonts.add(face);
    await face.load();
  }
}
