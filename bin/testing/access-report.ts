import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { explainedGrants } from "./explained-grants.ts";

/** An Allow grant of a role: an action on a resource, as its policy spells them. */
export interface RoleGrant {
  role: string;
  action: string;
  resource: string;
}

/** What the engines of a test run observed (local/engine/reports.py). */
export interface AccessReport {
  denied: readonly (RoleGrant & { count: number })[];
  grants: readonly (RoleGrant & { used: boolean })[];
  violations: readonly { role: string; request: string; violation: string; count: number }[];
}

/** The outcome of a test run. */
export interface AccessSummary {
  /** Sentences about calls that a policy denies, and requests that AWS rejects. */
  problems: string[];
  unexplained: RoleGrant[];
  used: number;
  explained: number;
}

/** Reduces `Capstack-FunctionsGetTaskRole4BBF078D-FD6145A29C3C` to `FunctionsGetTask`, the same in every deployment. */
export const roleName = (role: string): string =>
  role.replace(/^Capstack-/, "").replace(/(Role)?[0-9A-F]{8}[0-9A-F-]+$/, "");

/** Replaces what differs between deployments: account, region, and the suffixes of physical names. */
export const resourceName = (resource: string): string =>
  resource
    .replace(/^(arn:aws:[a-z0-9-]*):[a-z0-9-]*:\d*:/, "$1:")
    .replace(/(Capstack|capstack)-([A-Za-z]+?)[0-9A-Fa-f]{8}-[0-9A-Fa-f]+/g, "$2")
    .replace(/\/stream\/[^/]+$/, "/stream/*");

const key = ({ role, action, resource }: RoleGrant): string => `${role} ${action} ${resource}`;

const toPattern = (glob: string): RegExp =>
  new RegExp(
    `^${glob
      .split("*")
      .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"))
      .join(".*")}$`,
  );

const matches = (row: RoleGrant, grant: RoleGrant): boolean =>
  (["role", "action", "resource"] as const).every((name) => toPattern(row[name]).test(grant[name]));

/** Combines the reports of all engines: a grant is used if a call in any of them has used it. */
export const summarize = (
  reports: readonly AccessReport[],
  explanations: readonly RoleGrant[] = explainedGrants,
): AccessSummary => {
  const named = <T extends RoleGrant>(grant: T): T => ({
    ...grant,
    role: roleName(grant.role),
    resource: resourceName(grant.resource),
  });
  const grants = reports.flatMap((report) => report.grants).map(named);
  const used = new Set(grants.filter((grant) => grant.used).map(key));
  const unused = [...new Map(grants.map((grant) => [key(grant), grant])).values()].filter(
    (grant) => !used.has(key(grant)),
  );
  const unexplained = unused.filter((grant) => !explanations.some((row) => matches(row, grant)));
  const denied = reports
    .flatMap((report) => report.denied)
    .map(named)
    .map((call) => `${call.role} is denied ${call.action} on ${call.resource}.`);
  const invalid = reports
    .flatMap((report) => report.violations)
    .map(({ role, request, violation }) => `${roleName(role)}: ${request}: ${violation}.`);
  return {
    problems: [...new Set([...denied, ...invalid])],
    unexplained,
    used: used.size,
    explained: unused.length - unexplained.length,
  };
};

/** Reads the reports that the engines of a test run have written to the folder. */
export const readReports = (folder: string): AccessReport[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith(".json"))
        .map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")) as AccessReport)
    : [];

/**
 * Prints one line, writes the details to `file`, and returns whether no call was denied, no request was invalid and, if `isWhole`,
 * every grant was used or has a reason.
 *
 * @param isWhole whether all tests have run; after some of them, unused grants mean nothing
 */
export const reportAccess = (folder: string, file: string, isWhole: boolean): boolean => {
  const { used, explained, unexplained, problems } = summarize(readReports(folder));
  const unused = unexplained.map((grant) => `unused: ${key(grant)}`).sort();
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${[...problems, ...unused].join("\n")}\n`);
  const counts = `${problems.length} denied or invalid calls, ${used} grants used, ${explained} unused with a reason, ${unexplained.length} without`;
  const failures = isWhole ? [...problems, ...unused] : problems;
  console.log(`${failures.length === 0 ? "PASS" : "FAIL"} permissions: ${counts} (${file})`);
  for (const failure of failures) console.log(`  ${failure}`);
  return failures.length === 0;
};
