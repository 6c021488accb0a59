/** The kinds of keys by their prefixes; 32 random bytes in base64url follow. Without dependencies: the console imports it. */
export const accountKeyPrefix = "cap_";
export const operatorKeyPrefix = "capop_";

/** Formats of keys; other texts are rejected without a lookup. */
export const accountKeyPattern = new RegExp(`^${accountKeyPrefix}[A-Za-z0-9_-]{43}$`);
export const operatorKeyPattern = new RegExp(`^${operatorKeyPrefix}[A-Za-z0-9_-]{43}$`);

export const isOperatorKey = (key: string): boolean => key.startsWith(operatorKeyPrefix);
