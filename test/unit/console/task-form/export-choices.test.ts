import { expect, test } from "@jest/globals";
import { consistentExport, type Export } from "../../../../console/task-form/export-choices.ts";
import { brokenExportRules } from "../../../../core/settings/export-rules.ts";

const source = { width: 1920, height: 1080 };

/** All values of the choices that exclude each other. */
const values: { [Name in keyof Export]: readonly Export[Name][] } = {
  outputMode: [undefined, "composited", "greenScreen", "transparent"],
  outputCodec: [undefined, "vp9"],
  aspectRatio: [undefined, "original", "9:16"],
  fit: [undefined, "cover", "contain"],
  fitPosition: [undefined, 20, "speaker"],
  width: [undefined, 640],
  height: [undefined, 360],
};

const combinations = Object.entries(values).reduce<Export[]>(
  (all, [name, options]) =>
    all.flatMap((settings) =>
      options.map((value) => (value === undefined ? settings : { ...settings, [name]: value })),
    ),
  [{}],
);

test("no combination of choices is one that the API rejects", () => {
  expect(combinations).toHaveLength(4 * 2 * 3 * 3 * 3 * 2 * 2);
  const broken = combinations.filter(
    (settings) => brokenExportRules(consistentExport(settings, source)).length > 0,
  );
  expect(broken).toEqual([]);
});

test("an overlay has the size of its source, or of a phone", () => {
  expect(consistentExport({ outputMode: "transparent", aspectRatio: "1:1" }, source)).toEqual({
    outputMode: "transparent",
    ...source,
  });
  expect(consistentExport({ outputMode: "transparent" }, { width: null, height: null })).toEqual({
    ...{ outputMode: "transparent", width: 1080, height: 1920 },
  });
});

test("choices that do not exclude each other stay as they are", () => {
  const settings: Export = { aspectRatio: "9:16", fit: "cover", fitPosition: "speaker", fps: 25 };
  expect(consistentExport(settings, source)).toEqual(settings);
});
