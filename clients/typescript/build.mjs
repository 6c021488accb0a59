/**
 * `node build.mjs [DIR]`: compiles the client to ES modules and to CommonJS, with types for both, in DIR (default: dist).
 */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";

const output = resolve(process.argv[2] ?? join(import.meta.dirname, "dist"));
const typescript = dirname(createRequire(import.meta.url).resolve("typescript/package.json"));

rmSync(output, { recursive: true, force: true });
for (const format of ["esm", "cjs"]) {
  const folder = join(output, format);
  const project = join(import.meta.dirname, `tsconfig.${format}.json`);
  execFileSync(process.execPath, [join(typescript, "bin/tsc"), "-p", project, "--outDir", folder], {
    stdio: "inherit",
  });
  // The compiler rewrites the extensions of imports in JavaScript only.
  for (const name of readdirSync(folder).filter((file) => file.endsWith(".d.ts"))) {
    const text = readFileSync(join(folder, name), "utf8");
    writeFileSync(join(folder, name), text.replaceAll(/(?<=from "\.\/[\w-]+)\.ts(?=")/g, ".js"));
  }
  // Overrides the type of the package for the files of this folder.
  const type = format === "cjs" ? "commonjs" : "module";
  writeFileSync(join(folder, "package.json"), `${JSON.stringify({ type })}\n`);
}
