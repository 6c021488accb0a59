import { isSet } from "node:util/types";

/** A plain object inherits from `Object.prototype` only, which may be that of another realm. */
const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
};

/**
 * Checks that DynamoDB stores a value as it is. The client would store an instance of a class, such as a Date, as a map of its
 * fields, and drop functions.
 *
 * @param path of the value, for the message
 * @throws TypeError
 */
export const checkPlainValue = (value: unknown, path: string): void => {
  if (typeof value === "function" || typeof value === "symbol")
    throw new TypeError(`${path} is a ${typeof value}, which DynamoDB cannot store.`);
  if (typeof value !== "object" || value === null || isSet(value) || ArrayBuffer.isView(value)) return;
  if (!Array.isArray(value) && !isPlain(value))
    throw new TypeError(
      `${path} is an instance of ${value.constructor.name}, which DynamoDB cannot store. Convert it to a string, number or plain object.`,
    );
  for (const [name, inner] of Object.entries(value)) checkPlainValue(inner, `${path}.${name}`);
};
