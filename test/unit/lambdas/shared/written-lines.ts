import { jest } from "@jest/globals";

/** Returns the lines, each a JSON object, that an action writes to standard output. */
export const writtenLines = (action: () => void): Record<string, unknown>[] => {
  const lines: string[] = [];
  const write = jest.spyOn(process.stdout, "write").mockImplementation((line) => {
    lines.push(String(line));
    return true;
  });
  try {
    action();
  } finally {
    write.mockRestore();
  }
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
};
