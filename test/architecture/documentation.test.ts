import { existsSync, readdirSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { bridgedGapSeconds, pauseSeconds } from "../../core/captions/paginate.ts";
import { errorStatus } from "../../core/errors.ts";
import { maxFontBytes } from "../../core/fonts/font-size.ts";
import { renderOptionsSchema } from "../../core/settings/render-settings.ts";
import { taskMetrics } from "../../core/tasks/task-metrics.ts";
import { templateSchema } from "../../core/templates/template.ts";
import { standardDelaysSeconds } from "../../core/webhooks/retry-schedule.ts";
import { webhookMetrics } from "../../core/webhooks/webhook-metrics.ts";
import { root, sourceFiles, textOf } from "./source-files.ts";

const pages = sourceFiles().filter((file) => file.endsWith(".md"));
const guides = pages.filter((file) => file.startsWith("docs/") && !file.startsWith("docs/decisions/"));

/** Text without fenced code: links and paths in examples are those of users. */
const proseOf = (file: string): string => textOf(file).replace(/^```[\s\S]*?^```/gm, "");

interface Link {
  from: string;
  file: string;
  anchor: string | undefined;
}

const linksOf = (from: string): Link[] =>
  [...proseOf(from).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = ""]) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => {
      const [path = "", anchor] = target.split("#");
      const file = path === "" ? from : normalize(join(dirname(from), path));
      return { from, file, anchor };
    });

/** Anchors of headings, as GitHub makes them. */
const anchorsOf = (file: string): Set<string> =>
  new Set(
    [...proseOf(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, "")
        .replace(/ /g, "-"),
    ),
  );

const folders = readdirSync(root, { withFileTypes: true })
  .filter(
    (entry) => entry.isDirectory() && !["node_modules", ".git", ".local", "cdk.out"].includes(entry.name),
  )
  .map(({ name }) => name.replace(".", "\\."));
const ownPath = new RegExp(`^(?:${folders.join("|")})/[\\w./-]*$`);

/** Paths of this repository in code spans; placeholders (`<slug>`, `*`) are not paths. */
const pathsOf = (file: string): string[] =>
  [...proseOf(file).matchAll(/`([^`\n]+)`/g)].flatMap(([, span = ""]) => (ownPath.test(span) ? [span] : []));

describe("the documentation", () => {
  test("links only to files that exist", () => {
    const links = pages.flatMap(linksOf);
    expect(links.length).toBeGreaterThan(200);
    expect(links.filter(({ file }) => !existsSync(join(root, file)))).toEqual([]);
  });

  test("links only to headings that exist", () => {
    const anchored = pages.flatMap(linksOf).filter(({ anchor }) => anchor !== undefined);
    expect(anchored.length).toBeGreaterThan(20);
    expect(anchored.filter(({ file, anchor }) => !anchorsOf(file).has(anchor ?? ""))).toEqual([]);
  });

  test("names only files and folders that exist", () => {
    const named = pages.flatMap((page) => pathsOf(page).map((path) => ({ page, path })));
    expect(named.length).toBeGreaterThan(100);
    expect(named.filter(({ path }) => !existsSync(join(root, path)))).toEqual([]);
  });

  test("exists where code refers to it", () => {
    const references = sourceFiles()
      .filter((file) => /\.(ts|mjs|py|json|yml)$/.test(file))
      .flatMap((file) =>
        [...textOf(file).matchAll(/\bdocs\/[\w./-]+\.md\b/g)].map(([path]) => ({ file, path })),
      );
    expect(references.length).toBeGreaterThan(10);
    expect(references.filter(({ path }) => !existsSync(join(root, path)))).toEqual([]);
  });

  test("lists every guide in docs/README.md", () => {
    const listed = new Set(linksOf("docs/README.md").map(({ file }) => file));
    expect(guides.filter((page) => page !== "docs/README.md" && !listed.has(page))).toEqual([]);
  });

  test("states the audience in the first paragraph of every guide", () => {
    expect(
      guides.filter(
        (page) => !/^# .+\n\n[^#|]*\bFor /.test(textOf(page).split("\n\n").slice(0, 2).join("\n\n")),
      ),
    ).toEqual([]);
  });

  test("has a README of at most 150 lines that links to every guide for users", () => {
    const readme = textOf("README.md");
    expect(readme.split("\n").length).toBeLessThanOrEqual(151);
    const linked = new Set(linksOf("README.md").map(({ file }) => file));
    expect(guides.filter((page) => !linked.has(page))).toEqual([]);
  });

  test("has every error name, with the status of responses", () => {
    const page = textOf("docs/api/errors.md");
    const rows = [...page.matchAll(/^\| (?:(\d{3}) \| )?((?:`\w+`(?:, )?)+) \|/gm)].flatMap(
      ([, status, names = ""]) => [...names.matchAll(/`(\w+)`/g)].map(([, name = ""]) => ({ name, status })),
    );
    const names = Object.keys(errorStatus);
    expect(names.filter((name) => !rows.some((row) => row.name === name))).toEqual([]);
    expect(rows.filter(({ name }) => !names.includes(name))).toEqual([]);
    const wrong = rows.filter(
      ({ name, status }) =>
        status !== undefined && Number(status) !== errorStatus[name as keyof typeof errorStatus],
    );
    expect(wrong).toEqual([]);
  });
});

describe("the guide to templates", () => {
  test("names only fields of the schema", () => {
    const [, design = ""] = textOf("docs/templates/README.md").split("## Design\n");
    const rows = [...(design.split("\n## ")[0] ?? "").matchAll(/^\| (`.+?) \|/gm)].map(
      ([, cell]) => cell ?? "",
    );
    const fields = rows.flatMap((cell) =>
      [...cell.matchAll(/`(\w+)[^`]*`/g)].map(([, field]) => field ?? ""),
    );
    const { design: schema } = templateSchema.shape;
    const kinds = schema.shape.highlight.options.map(({ shape }) => shape.kind.value);
    const known = [...Object.keys(schema.shape), ...kinds];
    expect(fields.length).toBeGreaterThan(10);
    expect(fields.filter((field) => !known.includes(field))).toEqual([]);
  });
});

describe("a guide to operations", () => {
  test.each([
    ["webhooks", webhookMetrics],
    ["runbook", taskMetrics],
  ])("names every metric of %s", (name, metrics) => {
    const page = textOf(`docs/operators/${name}.md`);
    expect(Object.keys(metrics).filter((metric) => !page.includes(`\`${metric}\``))).toEqual([]);
  });
});

describe("a question that was hard to answer", () => {
  const fontSizeLimit = renderOptionsSchema.shape.styleOptions.unwrap().shape.fontSize;
  const largest = [1, 400, 401].filter((size) => fontSizeLimit.safeParse(size).success).at(-1);

  test.each([
    {
      question: "how does fps change the price",
      page: "docs/api/prices.md",
      text: "1 + (fps − 30) / 60",
      rule: "core/billing/price.ts",
    },
    {
      question: "who may approve",
      page: "docs/api/tasks.md",
      text: "**Who may approve:**",
      rule: "core/tasks/approve-transcript.ts",
    },
    {
      question: "what happens to a hold when a container dies",
      page: "docs/contributors/task-lifecycle.md",
      text: "| render container |",
      rule: "core/billing/task-money.ts",
    },
    {
      question: "which font a word gets",
      page: "docs/api/fonts.md",
      text: "## Fonts of single words",
      rule: "core/fonts/word-fonts.ts",
    },
    {
      question: "how large a font file may be",
      page: "docs/api/limits.md",
      text: `at most 50 MB (${maxFontBytes.toLocaleString("en")} bytes)`,
      rule: "core/fonts/font-size.ts",
    },
    {
      question: "how large text may be",
      page: "docs/api/limits.md",
      text: `\`fontSize\` is at most ${largest}`,
      rule: "core/settings/render-settings.ts",
    },
    {
      question: "when a webhook is retried",
      page: "docs/api/webhooks.md",
      text: "| at once | 5 s | 5 min | 30 min | 2 h | 5 h | 10 h | 10 h |",
      rule: "core/webhooks/retry-schedule.ts",
    },
    {
      question: "where a page breaks",
      page: "docs/templates/layout.md",
      text: `a pause longer than ${pauseSeconds} s`,
      rule: "core/captions/paginate.ts",
    },
    {
      question: "what a pause does",
      page: "docs/templates/layout.md",
      text: `| up to ${bridgedGapSeconds} s | ignored`,
      rule: "core/captions/paginate.ts",
    },
  ])("is two links from the README: $question", ({ page, text, rule }) => {
    expect(linksOf("README.md").map(({ file }) => file)).toContain(page);
    expect(textOf(page)).toContain(text);
    expect(pathsOf(page)).toContain(rule);
  });

  test("has the retry schedule of the code", () => {
    expect(standardDelaysSeconds).toEqual([5, 5 * 60, 30 * 60, 2 * 3600, 5 * 3600, 10 * 3600, 10 * 3600]);
  });
});

describe("the decisions", () => {
  const files = readdirSync(join(root, "docs/decisions"))
    .filter((file) => /^\d/.test(file))
    .sort();

  test("are numbered without gaps", () => {
    expect(files.map((file) => Number(file.slice(0, 4)))).toEqual(files.map((_, index) => index + 1));
  });

  test("are all in the index, in order", () => {
    expect(linksOf("docs/decisions/README.md").map(({ file }) => file)).toEqual(
      files.map((file) => `docs/decisions/${file}`),
    );
  });

  test.each(files)("%s has a number, a date, a status, context, choice and cost", (file) => {
    const text = textOf(`docs/decisions/${file}`);
    expect(text).toMatch(
      new RegExp(
        `^# ${file.slice(0, 4)}\\. .+\\n\\n- Date: \\d{4}-\\d{2}-\\d{2}\\n- Status: (Accepted|Superseded)`,
      ),
    );
    const sections = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
    expect(sections.filter((heading) => heading !== "Options")).toEqual(["Context", "Choice", "Cost"]);
  });
});
