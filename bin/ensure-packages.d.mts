export class PackagesError extends Error {}
export function installedMatchesLock(lockText: string, installedText: string): boolean;
export function explainNpmFailure(stderr: string): string;
export function ensurePackages(root: string, output?: NodeJS.WriteStream): Promise<void>;
