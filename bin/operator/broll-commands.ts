import { basename, resolve } from "node:path";
import { addLibraryClip, readManifest, removeLibraryClip } from "../../core/broll/manage-library.ts";
import { type LibraryClip, parseKeywords } from "../../core/broll/operator-library.ts";
import { type Command, fieldList, outcome, required, table } from "./command.ts";

const shown = ({ id, filename, keywords, media, addedAt }: LibraryClip) => ({
  id,
  filename,
  keywords,
  durationSeconds: media.durationSeconds,
  width: media.width,
  height: media.height,
  addedAt,
});

const rowOf = (clip: LibraryClip) => {
  const { keywords, width, height, durationSeconds, ...rest } = shown(clip);
  return {
    ...rest,
    seconds: Math.round(durationSeconds * 10) / 10,
    size: `${width}x${height}`,
    keywords: keywords.join(", "),
  };
};

export const brollCommands: readonly Command[] = [
  {
    name: "broll add",
    operand: { name: "FILE", about: "a video of at least 2 s" },
    about: "add a clip to the library that brollPercent chooses from",
    options: {
      keywords: {
        value: "A,B,C",
        about: "words or phrases in any language; the clip may be shown when one of them is spoken",
        required: true,
      },
    },
    run: async (values, deps) => {
      const file = required(values, "FILE");
      const keywords = parseKeywords(required(values, "keywords"));
      const clip = await addLibraryClip(
        { path: resolve(file), filename: basename(file), keywords },
        deps.brolls,
      );
      return outcome(shown(clip), fieldList(rowOf(clip)));
    },
  },
  {
    name: "broll list",
    about: "list the clips of the library",
    run: async (_, deps) => {
      const { clips } = await readManifest(deps.brolls.bucket);
      return outcome({ clips: clips.map(shown) }, table(clips.map(rowOf)));
    },
  },
  {
    name: "broll remove",
    operand: { name: "ID", about: "the clip's ID" },
    about: "remove a clip from the library; existing videos keep it",
    run: async (values, deps) => {
      const id = required(values, "ID");
      await removeLibraryClip(id, deps.brolls);
      return outcome({ removed: id }, [`Removed the clip ${id}.`]);
    },
  },
];
