import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Progress } from "../terminal/progress.ts";
import { ensureVenv, pythonOf } from "./python.ts";

/**
 * Ensures the virtual environment with the tools that check the Python code (requirements-dev.txt) and returns its
 * interpreter. The checks need no packages of the product. Throws StartError with the remedy.
 */
export async function ensurePythonTools(root: string, progress: Progress): Promise<string> {
  const shared = join(root, ".local");
  mkdirSync(shared, { recursive: true });
  const venv = { folder: join(shared, "lint-venv"), requirements: [join(root, "requirements-dev.txt")] };
  await ensureVenv(venv, progress);
  return pythonOf(venv);
}
