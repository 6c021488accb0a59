import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { CreateTableCommand, GetItemCommand, PutItemCommand } from "@aws-sdk/client-dynamodb";
import { afterEach, describe, expect, jest, test } from "@jest/globals";
import { freePort } from "../../../../local/processes/free-port.ts";
import { type Engine, python, spawnEngine, startEngine, temporaryFolder } from "./engine.ts";
import { createFunction, invoke } from "./functions.ts";
import { waitFor } from "./wait-for.ts";

jest.setTimeout(60_000);

const engines: Engine[] = [];
const folders: string[] = [];
afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.stop();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function folder(): string {
  const made = temporaryFolder();
  folders.push(made);
  return made;
}

async function engine(options: Parameters<typeof startEngine>[0] = {}): Promise<Engine> {
  const started = await startEngine(options);
  engines.push(started);
  return started;
}

/** Returns the result of a start that must fail. */
async function failure(child: ChildProcess) {
  let [stdout, stderr] = ["", ""];
  child.stdout?.on("data", (chunk) => {
    stdout += chunk;
  });
  child.stderr?.on("data", (chunk) => {
    stderr += chunk;
  });
  const [code] = await once(child, "close");
  return { code, stdout, stderr: stderr.trim() };
}

describe("A failing start prints one sentence and has an exit code for", () => {
  test("a port in use", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    const port = typeof address === "object" && address ? address.port : 0;
    const ended = await failure(spawnEngine(port, folder()));
    server.close();
    const stderr = `Port ${port} on 127.0.0.1 is in use or not allowed.`;
    expect(ended).toEqual({ code: 3, stdout: "", stderr });
  });

  test("another MiniStack", async () => {
    const packages = folder();
    mkdirSync(join(packages, "ministack-9.9.9.dist-info"));
    writeFileSync(
      join(packages, "ministack-9.9.9.dist-info", "METADATA"),
      "Name: ministack\nVersion: 9.9.9\n",
    );
    const ended = await failure(
      spawnEngine(await freePort(), folder(), { environment: { PYTHONPATH: packages } }),
    );
    expect(ended.code).toBe(4);
    expect(ended.stderr).toMatch(/^MiniStack 9\.9\.9 is installed, but this engine requires 1\.5\.33; /);
  });

  test("a data folder in use, and one that cannot be created", async () => {
    const { data } = await engine();
    const inUse = await failure(spawnEngine(await freePort(), data));
    expect(inUse).toEqual({
      code: 5,
      stdout: "",
      stderr: `Another engine is using the data folder ${data}.`,
    });
    const file = join(folder(), "file");
    writeFileSync(file, "");
    expect((await failure(spawnEngine(await freePort(), join(file, "data")))).code).toBe(5);
  });

  test("unreadable state, instead of starting empty", async () => {
    const first = await engine();
    await createTable(first);
    await first.snapshot();
    await first.end("SIGKILL");
    for (const entry of readdirSync(join(first.data, "state"))) {
      if (/^\d+$/.test(entry)) writeFileSync(join(first.data, "state", entry, "dynamodb.json"), "{ torn");
    }
    const ended = await failure(spawnEngine(first.port, first.data));
    expect(ended.code).toBe(5);
    expect(ended.stderr).toMatch(
      /The saved state of dynamodb cannot be read; start with another data folder\.$/,
    );
  });

  test("invalid arguments", async () => {
    const child = spawn(python, ["local/engine", "--port", "x", "--data", "y"], {
      cwd: join(import.meta.dirname, "../../../.."),
    });
    expect((await failure(child)).code).toBe(2);
  });
});

async function createTable(started: Engine): Promise<void> {
  await started.dynamo().send(
    new CreateTableCommand({
      TableName: "things",
      BillingMode: "PAY_PER_REQUEST",
      KeySchema: [{ AttributeName: "pk", KeyType: "HASH" }],
      AttributeDefinitions: [{ AttributeName: "pk", AttributeType: "S" }],
    }),
  );
}

const item = (pk: string) => ({ TableName: "things", Item: { pk: { S: pk } } });
const key = (pk: string) => ({ TableName: "things", Key: { pk: { S: pk } } });

describe("A running engine", () => {
  test("is reachable on the loopback address only", async () => {
    const { port } = await engine();
    const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
    const outside = addresses.filter(({ internal, family }) => !internal && family === "IPv4");
    for (const { address } of outside) {
      await expect(fetch(`http://${address}:${port}/_capstack/health`)).rejects.toThrow();
    }
  });

  test("reports its version, and whether it restored state", async () => {
    const first = await engine();
    const health = async (of: Engine) => (await fetch(`${of.endpoint}/_capstack/health`)).json();
    expect(await health(first)).toMatchObject({ status: "ok", pid: first.child.pid, restored: false });
    await first.end("SIGTERM");
    const second = await engine({ port: first.port, data: first.data });
    expect(await health(second)).toMatchObject({ ministack: "1.5.33", restored: true });
    expect((await fetch(`${second.endpoint}/_capstack/nothing`)).status).toBe(404);
  });

  test("stops cleanly while a function hangs and a request is pending", async () => {
    const started = await engine();
    await createFunction(
      started,
      "hang",
      "export const handler = () => { console.log('pid', process.pid); return new Promise(() => setInterval(() => {}, 1e6)); };",
      { Timeout: 600 },
    );
    const waiting = invoke(started, "hang").catch(() => "cut off");
    await waitFor(async () => (await fetch(`${started.endpoint}/_capstack/health`)).ok);
    expect(await started.end("SIGTERM")).toBe(0);
    expect(await waiting).toBe("cut off");
  });

  test("saves its state and exits when its parent process exits", async () => {
    const [port, data] = [await freePort(), folder()];
    const command = [python, "local/engine", "--port", String(port), "--data", data, "--exit-with-parent"];
    // The shell is the parent; killing it must end the engine.
    const shell = spawn("sh", ["-c", `"$@" & echo started; wait`, "sh", ...command], {
      cwd: join(import.meta.dirname, "../../../.."),
      stdio: ["ignore", "pipe", "ignore"],
    });
    if (shell.stdout === null) throw new Error("no stdout");
    const lines = createInterface(shell.stdout)[Symbol.asyncIterator]();
    await lines.next();
    expect((await lines.next()).value).toBe(`ready http://127.0.0.1:${port}`);
    shell.kill("SIGKILL");
    await waitFor(async () => {
      try {
        await fetch(`http://127.0.0.1:${port}/_capstack/health`);
        return false;
      } catch {
        return readdirSync(join(data, "state")).some((entry) => /^\d+$/.test(entry));
      }
    });
  });

  test("ignores a truncated line at the end of its journal", async () => {
    const started = await engine();
    await createTable(started);
    await started.dynamo().send(new PutItemCommand(item("whole")));
    await started.end("SIGKILL");
    const segments = readdirSync(join(started.data, "journal")).sort();
    appendFileSync(
      join(started.data, "journal", segments.at(-1) ?? ""),
      '[["put","000000000000","us-east-1","th',
    );
    const second = await engine({ port: started.port, data: started.data });
    await second.dynamo().send(new PutItemCommand(item("later")));
    const third = await second.crashAndRestart();
    engines.push(third);
    for (const pk of ["whole", "later"]) {
      expect((await third.dynamo().send(new GetItemCommand(key(pk)))).Item).toBeDefined();
    }
  });

  test("ignores a snapshot that a crash left incomplete", async () => {
    const started = await engine();
    await createTable(started);
    await started.snapshot();
    await started.dynamo().send(new PutItemCommand(item("kept")));
    await started.end("SIGKILL");
    const unfinished = join(started.data, "state", "999");
    mkdirSync(unfinished);
    writeFileSync(join(unfinished, "dynamodb.json"), "{ torn");
    const second = await engine({ port: started.port, data: started.data });
    expect((await second.dynamo().send(new GetItemCommand(key("kept")))).Item).toBeDefined();
  });
});
