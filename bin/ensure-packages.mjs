/**
 * Makes sure that the npm packages of the lock file are installed. Plain JavaScript without dependencies: it runs on a
 * fresh clone, on whichever Node (>= 20) is there.
 */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A set-up problem that a person can mend: `message` is one whole sentence with the remedy. */
export class PackagesError extends Error {
  name = "PackagesError";
}

const readText = (path) => (existsSync(path) ? readFileSync(path, "utf8") : null);

/**
 * Whether npm's own record of what it installed (node_modules/.package-lock.json) holds every package of the lock file
 * in the same version. Optional packages are those of other platforms: absent is right.
 */
export function installedMatchesLock(lockText, installedText) {
  const wanted = JSON.parse(lockText).packages ?? {};
  const installed = JSON.parse(installedText).packages ?? {};
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === "" || (entry.optional && !installed[path])) return true;
    return (
      installed[path]?.version === entry.version &&
      (installed[path]?.integrity ?? "") === (entry.integrity ?? "")
    );
  });
}

/** The sentence for a failed `npm ci`, from what npm wrote to stderr. */
export function explainNpmFailure(stderr) {
  if (/ENOSPC|no space left/i.test(stderr)) {
    return "The disk is full: npm could not write the packages. Free some space and start again.";
  }
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ECONNRESET|ENETUNREACH|ERR_SOCKET|network/i.test(stderr)) {
    return "The npm packages could not be downloaded: the package registry cannot be reached. Connect to the network and start again; later starts need none.";
  }
  if (/EACCES|EPERM|EROFS/.test(stderr)) {
    return "npm may not write to node_modules: make the project folder writable for this user and start again.";
  }
  const reason = stderr.split("\n").find((line) => /npm (error|ERR!)/.test(line) && !/code/.test(line));
  return `npm ci failed${reason ? `: ${reason.replace(/^npm (error|ERR!)\s*/, "")}` : ""}. Run "npm ci --loglevel=error" to see the whole reason.`;
}

/** Runs npm and returns its exit code and stderr; shows one line on `output` that counts the seconds on a terminal. */
function runNpm(root, command, output) {
  // Under `npm start` the running npm names itself; on a plain `node bin/start.mjs` the one on PATH is used.
  const npmCli = process.env.npm_execpath;
  const [program, first] = npmCli?.endsWith(".js") ? [process.execPath, [npmCli]] : ["npm", []];
  const quickFailure = [
    "--fetch-retries=2",
    "--fetch-retry-mintimeout=1000",
    "--fetch-retry-maxtimeout=4000",
  ];
  const args = [...first, ...command, "--no-audit", "--no-fund", "--loglevel=error", ...quickFailure];
  const startedAt = Date.now();
  const line = () => `Installing npm packages… ${Math.round((Date.now() - startedAt) / 1000)} s`;
  const timer = output.isTTY ? setInterval(() => output.write(`\r${line()}`), 1000) : null;
  if (!timer) output.write("Installing npm packages…\n");
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: root, stdio: ["ignore", "ignore", "pipe"] });
    let stderr = "";
    child.stderr.on("data", (chunk) => {
      stderr = (stderr + chunk).slice(-20_000);
    });
    const finish = (code) => {
      if (timer) clearInterval(timer);
      if (timer) output.write("\r\u001b[K");
      if (code === 0) output.write(`${line()}, done\n`);
      resolve({ code, stderr });
    };
    child.on("error", (error) => {
      stderr += error.message;
      finish(127);
    });
    child.on("close", finish);
  });
}

/** Throws PackagesError. */
async function npm(root, command, output) {
  const { code, stderr } = await runNpm(root, command, output);
  if (code === 127) throw new PackagesError("npm was not found: install Node.js 20 or newer with npm.");
  if (code !== 0) throw new PackagesError(explainNpmFailure(stderr));
}

/**
 * Installs the packages when node_modules is missing or differs from package-lock.json; returns at once otherwise.
 * Throws PackagesError when they cannot be had.
 */
export async function ensurePackages(root, output = process.stdout) {
  const lockText = readText(join(root, "package-lock.json"));
  if (lockText === null)
    throw new PackagesError(`There is no package-lock.json in ${root}: the clone is not complete.`);
  const hash = createHash("sha256").update(lockText).digest("hex");
  // Inside node_modules, so that whatever removes the packages removes the stamp as well.
  const stampPath = join(root, "node_modules", ".capstack-lock-hash");
  // Fetched by a script of its package, which an installation without scripts leaves out.
  const pinnedNode = join(root, "node_modules", "node", "bin", "node");
  if (readText(stampPath) === hash && existsSync(pinnedNode)) return;
  const installedText = readText(join(root, "node_modules", ".package-lock.json"));
  if (installedText === null || !installedMatchesLock(lockText, installedText)) {
    await npm(root, ["ci"], output);
  }
  if (!existsSync(pinnedNode)) await npm(root, ["rebuild", "node"], output);
  if (!existsSync(pinnedNode)) {
    throw new PackagesError(
      'npm did not install the Node that this project pins: run "npm rebuild node --ignore-scripts=false" and start again.',
    );
  }
  writeFileSync(stampPath, hash);
}

/** The same for a command line: one sentence and exit code 1 when they cannot be installed. */
export async function ensurePackagesOrExit(root, output = process.stdout) {
  try {
    await ensurePackages(root, output);
  } catch (error) {
    if (!(error instanceof PackagesError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}
