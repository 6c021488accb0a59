import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { Client } from "./client.ts";

const root = resolve(import.meta.dirname, "../..");
const dataDir = process.env.CAPSTACK_TEST_DATA ?? "";

/**
 * Runs an operator's command as a script does: nothing but JSON on standard output, nobody to ask. A refusal is
 * `{refusal}` with what was said on standard error.
 */
export const admin = <T>(line: string): T => {
  const args = ["bin/admin.mjs", ...line.split(" "), "--json", "--data", dataDir];
  const { stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: "utf8",
    input: "",
    env: { ...process.env, NODE_OPTIONS: "" },
  });
  return (stdout === "" ? { refusal: stderr } : JSON.parse(stdout)) as T;
};

export interface Created {
  accountId: string;
  apiKey: string;
  webhookSecret: string;
}

/** A client with the key of a new account; `options`: more of the command that creates it. */
export const newAccount = (name: string, options = ""): { accountId: string; client: Client } => {
  const { accountId, apiKey } = admin<Created>(`accounts create --name ${name}${options}`);
  return { accountId, client: new Client(dataDir, apiKey) };
};
