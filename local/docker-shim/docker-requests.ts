/** The Docker Engine calls that the emulator's ECS makes through its Docker client. */
export type DockerOperation =
  | { kind: "ping" }
  | { kind: "version" }
  | { kind: "info" }
  | { kind: "inspectImage" }
  | { kind: "pullImage" }
  | { kind: "tagImage" }
  | { kind: "imageDigest" }
  | { kind: "listContainers"; all: boolean; labels: string[] }
  | { kind: "create"; name: string | null }
  | { kind: "inspect"; ref: string }
  | { kind: "start"; ref: string }
  | { kind: "wait"; ref: string }
  | { kind: "stop"; ref: string; graceSeconds: number }
  | { kind: "kill"; ref: string; signal: string }
  | { kind: "remove"; ref: string; force: boolean }
  | {
      kind: "logs";
      ref: string;
      follow: boolean;
      tailLines: number | null;
      stdout: boolean;
      stderr: boolean;
    };

/** Docker's own default for `stop`. */
const defaultGraceSeconds = 10;

/** Python's Docker client writes booleans as `1`, `0`, `True` or `False`. */
const flag = (value: string | null): boolean => value !== null && /^(1|true)$/i.test(value);

function labelsOf(filters: string | null): string[] {
  if (filters === null) return [];
  const label = (JSON.parse(filters) as { label?: string[] | Record<string, boolean> }).label ?? [];
  return Array.isArray(label) ? label : Object.keys(label);
}

/** Returns the operation of a request; null if it is not supported. Throws SyntaxError for filters that are not JSON. */
export function parseDockerRequest(method: string, target: string): DockerOperation | null {
  const url = new URL(`http://docker${target}`);
  const path = url.pathname.replace(/^\/v\d+\.\d+(?=\/)/, "");
  const query = url.searchParams;
  if (path === "/_ping") return { kind: "ping" };
  if (path === "/version") return { kind: "version" };
  if (path === "/info") return { kind: "info" };
  if (method === "POST" && path === "/images/create") return { kind: "pullImage" };
  if (method === "POST" && /^\/images\/.+\/tag$/.test(path)) return { kind: "tagImage" };
  if (method === "GET" && /^\/images\/.+\/json$/.test(path)) return { kind: "inspectImage" };
  if (method === "GET" && /^\/distribution\/.+\/json$/.test(path)) return { kind: "imageDigest" };
  if (method === "GET" && path === "/containers/json") {
    return { kind: "listContainers", all: flag(query.get("all")), labels: labelsOf(query.get("filters")) };
  }
  if (method === "POST" && path === "/containers/create") return { kind: "create", name: query.get("name") };
  const match = /^\/containers\/([^/]+)(?:\/(\w+))?$/.exec(path);
  return match?.[1] ? containerOperation(method, decodeURIComponent(match[1]), match[2] ?? "", query) : null;
}

function containerOperation(
  method: string,
  ref: string,
  action: string,
  query: URLSearchParams,
): DockerOperation | null {
  switch (`${method} ${action}`) {
    case "GET json":
      return { kind: "inspect", ref };
    case "POST start":
      return { kind: "start", ref };
    case "POST wait":
      return { kind: "wait", ref };
    case "POST stop":
      return { kind: "stop", ref, graceSeconds: Number(query.get("t") ?? defaultGraceSeconds) };
    case "POST kill":
      return { kind: "kill", ref, signal: query.get("signal") ?? "SIGKILL" };
    case "DELETE ":
      return { kind: "remove", ref, force: flag(query.get("force")) };
    case "GET logs":
      return {
        kind: "logs",
        ref,
        follow: flag(query.get("follow")),
        tailLines: /^\d+$/.test(query.get("tail") ?? "all") ? Number(query.get("tail")) : null,
        stdout: flag(query.get("stdout")),
        stderr: flag(query.get("stderr")),
      };
    default:
      return null;
  }
}

/** Whether the labels match every filter, `KEY` or `KEY=value`. */
export const hasLabels = (labels: Readonly<Record<string, string>>, wanted: readonly string[]): boolean =>
  wanted.every((entry) => {
    const separator = entry.indexOf("=");
    if (separator < 0) return Object.hasOwn(labels, entry);
    return labels[entry.slice(0, separator)] === entry.slice(separator + 1);
  });

/** Parses `SIGKILL`, `KILL` or `9`; undefined for an unknown signal. */
export function signalName(text: string): NodeJS.Signals | undefined {
  const numbered: Readonly<Record<string, NodeJS.Signals>> = {
    1: "SIGHUP",
    2: "SIGINT",
    9: "SIGKILL",
    15: "SIGTERM",
  };
  const name = numbered[text] ?? (text.startsWith("SIG") ? text : `SIG${text}`);
  return (["SIGHUP", "SIGINT", "SIGKILL", "SIGTERM", "SIGUSR1", "SIGUSR2"] as const).find(
    (known) => known === name,
  );
}
