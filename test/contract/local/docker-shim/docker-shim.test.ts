import { mkdtempSync, rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import http from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { DockerShim } from "../../../../local/docker-shim/docker-shim.ts";
import { identityOf } from "../../../../local/processes/process-identity.ts";
import { ProcessRegistry } from "../../../../local/processes/process-registry.ts";
import { RotatingLog } from "../../../../local/processes/rotating-log.ts";

const folder = mkdtempSync(join(tmpdir(), "capstack-shim-"));
const socketPath = join(folder, "docker.sock");
const registry = new ProcessRegistry(join(folder, "processes.json"));
const shim = new DockerShim({
  // Containers are shell scripts here, independent of the product's containers.
  resolve: (name, command) =>
    name === "unknown" ? null : { command: "sh", args: ["-c", command.join(" ")] },
  environment: { PATH: process.env.PATH ?? "" },
  waiting: [],
  cwd: folder,
  registry,
  log: new RotatingLog(join(folder, "containers.log")),
});

beforeAll(async () => {
  await registry.acquire();
  await shim.listen(socketPath);
});

afterAll(async () => {
  await shim.close();
  await registry.endAll();
  rmSync(folder, { recursive: true, force: true });
});

/** Sends a request as Docker clients do: HTTP over the unix socket, with the API version in the path. */
function call(method: string, path: string, body?: object): Promise<{ status: number; body: Buffer }> {
  return new Promise((resolve, reject) => {
    const request = http.request({ socketPath, method, path: `/v1.45${path}` }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks) }));
    });
    request.on("error", reject);
    request.end(body ? JSON.stringify(body) : undefined);
  });
}

const json = async <T = Record<string, unknown>>(method: string, path: string, body?: object): Promise<T> =>
  JSON.parse((await call(method, path, body)).body.toString()) as T;

const taskArn = "arn:aws:ecs:eu-central-1:000000000000:task/cluster/one";

async function create(name: string, script: string, containerName = "render"): Promise<string> {
  const { Id } = await json<{ Id: string }>("POST", `/containers/create?name=${name}`, {
    Image: "capstack/render",
    Cmd: [script],
    Env: ["ENDPOINT=http://host.docker.internal:4566"],
    Labels: {
      "com.amazonaws.ecs.task-arn": taskArn,
      "com.amazonaws.ecs.container-name": containerName,
      name,
    },
  });
  return Id;
}

async function run(name: string, script: string): Promise<string> {
  const id = await create(name, script);
  expect((await call("POST", `/containers/${id}/start`)).status).toBe(204);
  return id;
}

interface Inspection {
  State: { Status: string; Running: boolean; ExitCode: number; Pid: number };
}
const inspect = (id: string) => json<Inspection>("GET", `/containers/${id}/json`);
const wait = async (id: string) =>
  (await json<{ StatusCode: number }>("POST", `/containers/${id}/wait`)).StatusCode;

/** Decodes a multiplexed stream. */
function frames(bytes: Buffer): [number, string][] {
  const found: [number, string][] = [];
  for (let at = 0; at < bytes.length; ) {
    const length = bytes.readUInt32BE(at + 4);
    found.push([bytes[at] ?? 0, bytes.toString("utf8", at + 8, at + 8 + length)]);
    at += 8 + length;
  }
  return found;
}

describe("The Docker shim", () => {
  test("responds to ping and version", async () => {
    expect((await call("GET", "/_ping")).body.toString()).toBe("OK");
    expect(await json("GET", "/version")).toMatchObject({ ApiVersion: "1.45" });
  });

  test("reports every image as present", async () => {
    expect((await call("GET", "/images/capstack/render:latest/json")).status).toBe(200);
  });

  test("rejects unsupported requests with an error in Docker's shape", async () => {
    const { status, body } = await call("GET", "/volumes");
    expect(status).toBe(404);
    expect(JSON.parse(body.toString())).toEqual({ message: "not supported: GET /v1.45/volumes" });
  });
});

describe("A container", () => {
  test.each([
    ["ok", "exit 0", 0],
    ["three", "exit 3", 3],
    ["killed", "kill -9 $$", 137],
    ["terminated", "kill -15 $$", 143],
    ["crashed", "kill -11 $$", 139],
  ])("reports its exit code: %s", async (name, script, code) => {
    const id = await run(`ends-${name}`, script);
    expect(await wait(id)).toBe(code);
    expect((await inspect(id)).State).toMatchObject({
      Status: "exited",
      Running: false,
      ExitCode: code,
      Pid: 0,
    });
  });

  test("gets its environment with the loopback address and the task's region", async () => {
    const id = await run("environment", 'echo "$ENDPOINT $AWS_REGION"; echo oops >&2');
    await wait(id);
    const { body } = await call("GET", `/containers/${id}/logs?stdout=1&stderr=1`);
    expect(frames(body)).toEqual(
      expect.arrayContaining([
        [1, "http://127.0.0.1:4566 eu-central-1\n"],
        [2, "oops\n"],
      ]),
    );
  });

  test("streams its logs until it exits", async () => {
    const id = await run("followed", "echo one; while [ ! -s gate ]; do sleep 0.05; done; cat gate");
    const path = `/v1.45/containers/${id}/logs?stdout=1&stderr=1&follow=1`;
    const chunks: Buffer[] = [];
    await new Promise((resolve, reject) => {
      const request = http.get({ socketPath, path }, (response) => {
        // The first line has arrived while the container waits: only then does it get its second.
        response.once("data", () => writeFile(join(folder, "gate"), "two\n").catch(reject));
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", resolve);
      });
      request.on("error", reject);
    });
    expect(frames(Buffer.concat(chunks)).map(([, line]) => line)).toEqual(["one\n", "two\n"]);
  });

  test("ends its child processes when it exits", async () => {
    const id = await run("parent", "sleep 1000 & echo $!; exit 0");
    expect(await wait(id)).toBe(0);
    const { body } = await call("GET", `/containers/${id}/logs?stdout=1`);
    const started = Number(frames(body)[0]?.[1]);
    expect(started).toBeGreaterThan(0);
    // The kernel closes the files of a killed process slightly before it removes the process.
    while (identityOf(started) !== null) await delay(10);
  });

  test("is stopped by SIGTERM, or by SIGKILL if it ignores SIGTERM", async () => {
    const handling = await run("handling", "trap 'exit 143' TERM; while :; do sleep 0.05; done");
    const ignoring = await run("ignoring", "trap '' TERM; echo on; while :; do sleep 0.05; done");
    // The output means that the trap is set.
    while ((await call("GET", `/containers/${ignoring}/logs?stdout=1`)).body.length === 0) await delay(10);
    expect((await call("POST", `/containers/${handling}/stop?t=10`)).status).toBe(204);
    expect((await call("POST", `/containers/${ignoring}/stop?t=0`)).status).toBe(204);
    expect((await inspect(handling)).State.ExitCode).toBe(143);
    expect((await inspect(ignoring)).State.ExitCode).toBe(137);
    expect((await call("POST", `/containers/${handling}/stop`)).status).toBe(304);
  });

  test("is killed by the requested signal", async () => {
    const id = await run("signalled", "sleep 1000");
    expect((await inspect(id)).State).toMatchObject({ Status: "running", Running: true });
    expect((await call("POST", `/containers/${id}/kill?signal=SIGNONSENSE`)).status).toBe(400);
    expect((await call("POST", `/containers/${id}/kill`)).status).toBe(204);
    expect(await wait(id)).toBe(137);
    expect((await call("POST", `/containers/${id}/kill`)).status).toBe(409);
  });

  test("is listed by its labels while it runs, and after its exit with all=1", async () => {
    const id = await run("listed", "sleep 1000");
    const filters = encodeURIComponent(JSON.stringify({ label: ["name=listed"] }));
    const list = (all: number) =>
      json<{ Id: string }[]>("GET", `/containers/json?all=${all}&filters=${filters}`);
    expect(await list(0)).toMatchObject([{ Id: id, State: "running" }]);
    await call("POST", `/containers/${id}/kill`);
    await wait(id);
    expect(await list(0)).toEqual([]);
    expect(await list(1)).toMatchObject([{ Id: id, State: "exited" }]);
  });

  test("is removed when it does not run, or with force", async () => {
    const id = await run("removed", "sleep 1000");
    expect((await call("DELETE", `/containers/${id}`)).status).toBe(409);
    const pid = (await inspect(id)).State.Pid;
    expect((await call("DELETE", `/containers/${id}?force=1&v=True`)).status).toBe(204);
    expect((await call("GET", `/containers/${id}/json`)).status).toBe(404);
    expect(identityOf(pid)).toBeNull();
  });

  test("fails to start if its name is unknown", async () => {
    const id = await create("without-command", "exit 0", "unknown");
    const { status, body } = await call("POST", `/containers/${id}/start`);
    expect(status).toBe(400);
    expect(body.toString()).toContain("no local command for a container named unknown");
  });

  test("is rejected if its name is in use", async () => {
    await create("twice", "exit 0");
    expect((await call("POST", "/containers/create?name=twice", {})).status).toBe(409);
  });
});

test("stopContainers ends all containers", async () => {
  const ids = await Promise.all([run("last-1", "sleep 1000"), run("last-2", "sleep 1000 & wait")]);
  const pids = await Promise.all(ids.map(async (id) => (await inspect(id)).State.Pid));
  await shim.stopContainers(1);
  expect(pids.map((pid) => identityOf(pid))).toEqual([null, null]);
});
