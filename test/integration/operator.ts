import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Client } from "./client.ts";

const root = resolve(import.meta.dirname, "../..");
const sharedDataDir = process.env.CAPSTACK_TEST_DATA ?? "";

/** Runs an operator command without a terminal and returns its JSON output; `{ error }` with stderr if it was rejected. */
export const admin = <T>(line: string, dataDir = sharedDataDir): T => {
  const args = ["bin/command.mjs", "admin.ts", ...line.split(" "), "--json", "--data", dataDir];
  const { stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: "utf8",
    input: "",
    env: { ...process.env, NODE_OPTIONS: "" },
  });
  return (stdout === "" ? { error: stderr } : JSON.parse(stdout)) as T;
};

export interface Created {
  accountId: string;
  apiKey: string;
  webhookSecret: string;
}

/** Creates an account and returns a client with its key. `options` are appended to the command. */
export const newAccount = (
  name: string,
  options = "",
  dataDir = sharedDataDir,
): { accountId: string; client: Client } => {
  const { accountId, apiKey } = admin<Created>(`accounts create --name ${name}${options}`, dataDir);
  return { accountId, client: new Client(dataDir, apiKey) };
};

/** A client with the operator's key of the shared service. */
export const sharedOperator = (): Client => {
  const service = readFileSync(join(sharedDataDir, "service.json"), "utf8");
  return new Client(sharedDataDir, (JSON.parse(service) as { operatorKey: string }).operatorKey);
};
