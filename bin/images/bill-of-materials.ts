import { createHash } from "node:crypto";

/** A component of CycloneDX 1.6. `purl` identifies it (package URL). */
export interface Component {
  type: "library" | "application";
  name: string;
  version: string;
  purl: string;
  hashes?: { alg: "SHA-256"; content: string }[];
}

interface LockedPackage {
  version?: string;
  dev?: boolean;
  link?: boolean;
}

/** Returns the packages of package-lock.json that a production installation has. */
export const npmComponents = (lock: { packages: Record<string, LockedPackage> }): Component[] =>
  Object.entries(lock.packages).flatMap(([path, { version, dev, link }]) => {
    const name = path.split("node_modules/").at(-1) ?? "";
    if (path === "" || dev || link || version === undefined) return [];
    const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
    return [{ type: "library" as const, name, version, purl }];
  });

/** Returns the packages of a requirements file with hashes. A package has one hash for each of its files. */
export const pythonComponents = (requirements: string): Component[] =>
  requirements
    .replaceAll(/\\\n/g, " ")
    .split("\n")
    .flatMap((line) => {
      const [, name, version] = /^([\w.-]+)(?:\[[^\]]*\])?==([^\s;]+)/.exec(line) ?? [];
      if (!name || !version) return [];
      const hashes = [...line.matchAll(/--hash=sha256:([0-9a-f]{64})/g)].map(([, content = ""]) => ({
        alg: "SHA-256" as const,
        content,
      }));
      return [{ type: "library" as const, name, version, purl: `pkg:pypi/${name}@${version}`, hashes }];
    });

/** Returns the packages of `dpkg-query --show`: name, with the architecture where several may be installed, and version. */
export const debianComponents = (list: string): Component[] =>
  list
    .trim()
    .split("\n")
    .flatMap((line) => {
      const [name, version] = line.replace(/:\w+\t/, "\t").split("\t");
      if (!name || !version) return [];
      const purl = `pkg:deb/debian/${name}@${encodeURIComponent(version)}`;
      return [{ type: "library" as const, name, version, purl }];
    });

/**
 * Returns a bill of materials in the format CycloneDX 1.6 (ECMA-424), each component once, in the order of their package URLs.
 *
 * @param image name of the image
 */
export const billOfMaterials = (image: string, components: readonly Component[]) => {
  const byUrl = new Map(components.map((component) => [component.purl, component]));
  const sorted = [...byUrl.values()].sort((one, other) => (one.purl < other.purl ? -1 : 1));
  const digest = createHash("sha256").update(JSON.stringify(sorted)).digest("hex");
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: {
      component: { type: "container", name: image, version: digest.slice(0, 12) },
    },
    components: sorted,
  };
};
