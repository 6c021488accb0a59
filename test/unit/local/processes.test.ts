import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { parseReadyLine } from "../../../local/emulator/emulator.ts";
import { engineEnvironment } from "../../../local/emulator/environment.ts";
import { localPaths } from "../../../local/paths.ts";
import type { Child, Exit } from "../../../local/processes/child.ts";
import { exitCodeOf } from "../../../local/processes/child.ts";
import { identityOf, isSameProcess, parseProcStat } from "../../../local/processes/process-identity.ts";
import { KeptAlive } from "../../../local/processes/supervised-process.ts";
import { explain, StartError } from "../../../local/start-error.ts";

test("a process's state and start time, whatever its name is", () => {
  const after = "S 1 100 100 0 -1 4194560 1 0 0 0 0 0 0 0 20 0 1 0 987654 0";
  expect(parseProcStat(`42 (a) (b c) ${after}`)).toEqual({ state: "S", startTicks: "987654" });
});

test("an identity is the process's own only while the start time is", () => {
  const mine = identityOf(process.pid);
  expect(mine && isSameProcess(mine)).toBe(true);
  expect(isSameProcess({ pid: process.pid, startTime: "another" })).toBe(false);
  expect(identityOf(2 ** 22 + 1)).toBeNull();
});

test("exit codes as a shell reports them", () => {
  expect(exitCodeOf(3, null)).toBe(3);
  expect(exitCodeOf(null, "SIGKILL")).toBe(137);
  expect(exitCodeOf(null, "SIGTERM")).toBe(143);
});

test("the emulator's ready line", () => {
  expect(parseReadyLine("ready http://127.0.0.1:4600\n")).toBe(4600);
  expect(parseReadyLine("starting")).toBeNull();
});

describe("paths", () => {
  test("a socket's path always fits", () => {
    const shallow = localPaths("/repo", "/data");
    expect(shallow.dockerSocket).toBe("/data/docker.sock");
    const deep = localPaths("/repo", `/${"deep/".repeat(40)}`);
    expect(Buffer.byteLength(deep.dockerSocket)).toBeLessThan(104);
  });

  test("instances share what is installed and nothing else", () => {
    const one = localPaths("/repo", "/one");
    const two = localPaths("/repo", "/two");
    expect(one.venv).toBe(two.venv);
    expect(one.serviceFile).toBe(join("/one", "service.json"));
    expect(localPaths("/repo", null).serviceFile).toBe(join("/repo", ".local", "service.json"));
  });
});

describe("the engine's environment", () => {
  const paths = localPaths("/repo", "/data");
  const settings = {
    publicUrl: "http://127.0.0.1:8787",
    strictEgress: false,
    webhookDelays: null,
    renderParallel: null,
    segmentSeconds: null,
    transcriber: null,
    standIns: {
      url: "http://127.0.0.1:4700",
      translation: { pairs: ["es>pt"], hasModel: false, hasSpeechTranslation: true },
    },
  };

  test("holds no credential of the person's, and the pinned Node first", () => {
    const environment = engineEnvironment(paths, settings, {
      HOME: "/home/me",
      PATH: "/usr/bin",
      AWS_PROFILE: "production",
      AWS_SESSION_TOKEN: "secret",
      NODE_OPTIONS: "--inspect",
    });
    expect(environment).toMatchObject({
      HOME: "/home/me",
      PATH: "/repo/node_modules/node/bin:/usr/bin",
      AWS_ACCESS_KEY_ID: "test",
      CAPSTACK_EGRESS: "loopback",
      AWS_ENDPOINT_URL_TRANSLATE: "http://127.0.0.1:4700",
      CAPSTACK_TRANSLATION: '{"pairs":["es>pt"],"hasModel":false,"hasSpeechTranslation":true}',
    });
    expect(Object.keys(environment)).not.toContain("AWS_PROFILE");
    expect(Object.keys(environment)).not.toContain("AWS_SESSION_TOKEN");
    expect(Object.keys(environment)).not.toContain("NODE_OPTIONS");
  });

  test("strict egress is the absence of the exception", () => {
    expect(engineEnvironment(paths, { ...settings, strictEgress: true }, {})).not.toHaveProperty(
      "CAPSTACK_EGRESS",
    );
  });
});

describe("KeptAlive", () => {
  /** A child that ends when it is told to. */
  const controlled = () => {
    let end: (exit: Exit) => void = () => {};
    const exited = new Promise<Exit>((resolve) => {
      end = resolve;
    });
    const child: Child = { pid: 1, exited, stop: async () => end({ exitCode: 0, lastWords: "" }) };
    return { child, end: () => end({ exitCode: 1, lastWords: "went away" }) };
  };

  test("starts again what ends by itself, until it is stopped", async () => {
    const children = [controlled(), controlled()];
    const seen: string[] = [];
    let started = 0;
    let upAgain: () => void = () => {};
    const secondUp = new Promise<void>((resolve) => {
      upAgain = resolve;
    });
    const kept = new KeptAlive({
      name: "X",
      stopGraceMs: 0,
      start: async () => (children[started++] as (typeof children)[0]).child,
      onDown: ({ exitCode }) => {
        seen.push(`down ${exitCode}`);
      },
      onUp: () => {
        seen.push("up");
        if (seen.length > 1) upAgain();
      },
      onGivenUp: () => seen.push("given up"),
    });
    await kept.start();
    children[0]?.end();
    await secondUp;
    await kept.stop();
    expect(seen).toEqual(["up", "down 1", "up"]);
    expect(started).toBe(2);
  });

  test("gives up what keeps ending, with its last words", async () => {
    let reason: (error: Error) => void = () => {};
    const givenUp = new Promise<Error>((resolve) => {
      reason = resolve;
    });
    const kept = new KeptAlive({
      name: "The thing",
      stopGraceMs: 0,
      now: () => 0,
      start: async () => {
        const { child, end } = controlled();
        end();
        return child;
      },
      onDown: () => {},
      onUp: () => {},
      onGivenUp: (error) => reason(error),
    });
    await kept.start();
    await expect(givenUp).resolves.toThrow(/The thing ended 6 times.*went away/);
  });
});

test("errors of the machine get a sentence, defects keep their stack", () => {
  expect(explain(new StartError("Do this."))).toBe("Do this.");
  expect(explain(Object.assign(new Error("x"), { code: "ENOSPC" }))).toMatch(/disk is full/);
  expect(explain(Object.assign(new Error("x"), { code: "EACCES", path: "/p" }))).toMatch(
    /^\/p cannot be written/,
  );
  expect(explain(new TypeError("x"))).toBeNull();
});
