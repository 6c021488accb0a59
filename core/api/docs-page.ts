import type { JsonSchema, OpenApiDocument, Operation, ResponseObject } from "./openapi-types.ts";

const style = `
:root{color-scheme:light dark;--line:#8884;--soft:#8881;--accent:#0a7d55}
body{font:16px/1.55 system-ui,sans-serif;max-width:56rem;margin:0 auto;padding:2rem 1rem 6rem}
h1{font-size:2rem;margin:0 0 .5rem}h2{margin:3rem 0 1rem;border-bottom:2px solid var(--line)}
article{border:1px solid var(--line);border-radius:10px;padding:1rem 1.25rem;margin:1.25rem 0}
article h3{margin:0 0 .25rem;font:600 1rem ui-monospace,monospace;overflow-wrap:anywhere}
.method{color:#fff;background:var(--accent);border-radius:5px;padding:.1rem .45rem;margin-right:.5rem}
table{border-collapse:collapse;width:100%;font-size:.9rem}td,th{text-align:left;vertical-align:top;padding:.3rem .6rem .3rem 0;border-top:1px solid var(--line)}
code,pre{font-family:ui-monospace,monospace;font-size:.85rem}pre{background:var(--soft);padding:.75rem;border-radius:8px;overflow:auto;white-space:pre-wrap;overflow-wrap:anywhere}
nav ul{margin:.25rem 0 1rem;padding:0;list-style:none;columns:2 20rem;font-size:.9rem}nav li{break-inside:avoid}nav code{margin-right:.5rem}
nav a{display:inline-block;margin:0 1rem .25rem 0}a{color:var(--accent)}summary{cursor:pointer;font-weight:600;margin:.75rem 0 .25rem}
`;

/** Returns the API reference as one self-contained HTML page, without scripts or external resources. */
export const docsPage = (document: OpenApiDocument): string => {
  const all = [
    ...Object.entries(document.paths),
    ...Object.values(document.webhooks).map((item) => ["notification.recipient", item] as const),
  ];
  const operations = all.flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  );
  const { schemas } = document.components;
  const sections = document.tags.map(({ name }) => {
    const own = operations.filter(({ operation }) => operation.tags.includes(name));
    return `<h2 id="${anchor(name)}">${escapeHtml(name)}</h2>${own.map((operation) => article(operation, schemas)).join("")}`;
  });
  const links = document.tags.map(({ name }) => {
    const own = operations.filter(({ operation }) => operation.tags.includes(name));
    const items = own.map(
      ({ method, path, operation }) =>
        `<li><code>${method.toUpperCase()} ${escapeHtml(path)}</code><a href="#${escapeHtml(operation.operationId)}">${escapeHtml(operation.summary)}</a></li>`,
    );
    return `<a href="#${anchor(name)}">${escapeHtml(name)}</a><ul>${items.join("")}</ul>`;
  });
  const { title, description } = document.info;
  const server = escapeHtml(document.servers[0]?.url ?? "");
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)} API</title><style>${style}</style></head><body>
<h1>${escapeHtml(title)} API</h1><p>${escapeHtml(description)}</p>
<p>Base URL: <code>${server}</code>. Send your key in the <code>x-api-key</code> header. Also available as an
<a href="openapi.json">OpenAPI 3.1 document</a>.</p><pre>curl -H "x-api-key: $KEY" ${server}/templates</pre>
<nav>${links.join("")}</nav>${sections.join("")}</body></html>`;
};

type Schemas = Readonly<Record<string, JsonSchema>>;

const article = (
  { path, method, operation }: { path: string; method: string; operation: Operation },
  schemas: Schemas,
): string =>
  `<article id="${escapeHtml(operation.operationId)}"><h3><span class="method">${method.toUpperCase()}</span>${escapeHtml(path)}</h3>
<p><strong>${escapeHtml(operation.summary)}</strong>${operation.description ? `<br>${prose(operation.description)}` : ""}</p>
${parameters(operation, schemas)}${body(operation, schemas)}${responses(operation, schemas)}</article>`;

const parameters = ({ parameters: all }: Operation, schemas: Schemas): string => {
  if (all.length === 0) return "";
  const rows = all.map(({ name, in: place, required, description, schema }) =>
    row(name, `${place}${required ? ", required" : ""}`, typeText(schema, schemas), description ?? ""),
  );
  return `<table>${rows.join("")}</table>`;
};

const body = ({ requestBody }: Operation, schemas: Schemas): string => {
  if (requestBody === undefined) return "";
  return Object.entries(requestBody.content)
    .map(
      ([type, { schema, example }]) =>
        `<details open><summary>Body: ${escapeHtml(type)}</summary>${fields(schema, schemas)}${sample(example)}</details>`,
    )
    .join("");
};

/** Whether a response is an error of the service, whose description lists the error names. */
const isError = ([status, { content }]: [string, ResponseObject]): boolean =>
  Number(status) >= 400 && content !== undefined;

const responses = (operation: Operation, schemas: Schemas): string =>
  Object.entries(operation.responses)
    .filter((entry) => !isError(entry))
    .map(([status, each]) => response(status, each, schemas))
    .join("") + errors(operation);

const errors = (operation: Operation): string => {
  const all = Object.entries(operation.responses).filter(isError);
  if (all.length === 0) return "";
  const rows = all.flatMap(([status, { description }]) =>
    description.split("\n").map((line) => {
      const [name = "", ...sentence] = line.split(": ");
      return row(name, status, "", sentence.join(": "));
    }),
  );
  const summary = `Errors: ${all.map(([status]) => status).join(", ")}`;
  return `<details><summary>${summary}</summary><table>${rows.join("")}</table></details>`;
};

const response = (
  status: string,
  { description, content = {} }: ResponseObject,
  schemas: Schemas,
): string => {
  const inside = Object.entries(content).map(
    ([type, { schema, example }]) =>
      `<div><code>${escapeHtml(type)}</code></div>${fields(schema, schemas)}${sample(example)}`,
  );
  return `<details><summary>${status}: ${escapeHtml(description)}</summary>${inside.join("")}</details>`;
};

const sample = (example: unknown): string =>
  example === undefined ? "" : `<pre>${escapeHtml(JSON.stringify(example, null, 2))}</pre>`;

/** A table of a schema's fields; nested fields have their whole path. */
const fields = (schema: JsonSchema, schemas: Schemas): string => {
  const rows = fieldRows(schema, "", schemas);
  return rows.length === 0 ? "" : `<table>${rows.join("")}</table>`;
};

const fieldRows = (given: JsonSchema, prefix: string, schemas: Schemas): string[] => {
  const schema = resolved(given, schemas);
  const options = schema.anyOf as JsonSchema[] | undefined;
  if (options !== undefined) return options.flatMap((option) => fieldRows(option, prefix, schemas));
  const items = schema.items as JsonSchema | undefined;
  if (items !== undefined) return fieldRows(items, `${prefix}[]`, schemas);
  const properties = (schema.properties ?? {}) as Record<string, JsonSchema>;
  const required = (schema.required ?? []) as string[];
  return Object.entries(properties).flatMap(([name, field]) => {
    const path = prefix === "" ? name : `${prefix}.${name}`;
    const requirement = required.includes(name) ? "required" : "";
    const own = row(path, requirement, typeText(field, schemas), noteText(field, schemas));
    return [own, ...fieldRows(field, path, schemas)];
  });
};

const resolved = (schema: JsonSchema, schemas: Schemas): JsonSchema =>
  typeof schema.$ref === "string" ? (schemas[schema.$ref.split("/").at(-1) ?? ""] ?? {}) : schema;

const row = (name: string, kind: string, type: string, note: string): string =>
  `<tr><td><code>${escapeHtml(name)}</code></td><td>${escapeHtml(kind)}</td><td>${escapeHtml(type)}</td><td>${prose(note)}</td></tr>`;

/** Escapes a description and formats its `code`. */
const prose = (text: string): string => escapeHtml(text).replace(/`([^`]+)`/g, "<code>$1</code>");

/** The description of a field and of the values of its type, its default and an example. */
const noteText = (field: JsonSchema, schemas: Schemas): string => {
  const { description, default: defaultValue, examples } = field;
  const type = resolved(field, schemas);
  const values = field !== type && Array.isArray(type.enum) ? type.description : undefined;
  return [
    ...[description, values].filter((text) => typeof text === "string"),
    ...(defaultValue === undefined ? [] : [`Default: \`${String(defaultValue)}\`.`]),
    ...(Array.isArray(examples) ? [`Example: \`${JSON.stringify(examples[0])}\`.`] : []),
  ].join(" ");
};

const typeText = (given: JsonSchema, schemas: Schemas): string => {
  const schema = resolved(given, schemas);
  const options = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined;
  if (options !== undefined) return options.map((option) => typeText(option, schemas)).join(" or ");
  if (Array.isArray(schema.enum)) return schema.enum.join(" | ");
  if (schema.const !== undefined) return String(schema.const);
  const { minimum, maximum, maxLength, maxItems } = schema;
  const bounds = [
    minimum === undefined ? "" : `from ${minimum}`,
    maximum === undefined ? "" : `to ${maximum}`,
    maxLength === undefined ? "" : `up to ${maxLength} characters`,
    maxItems === undefined ? "" : `up to ${maxItems} entries`,
  ];
  return [String(schema.type ?? "any"), ...bounds.filter((bound) => bound !== "")].join(" ");
};

const anchor = (name: string): string => name.toLowerCase().replaceAll(" ", "-");

const escapeHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
