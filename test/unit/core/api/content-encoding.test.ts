import { describe, expect, test } from "@jest/globals";
import { checkContentEncoding } from "../../../../core/api/content-encoding.ts";

describe("the Content-Encoding of a request", () => {
  test.each(["gzip", "x-gzip", "GZIP", " deflate", "br", "zstd", "compress", "identity, gzip"])(
    "%p is rejected as unsupported",
    (value) => {
      expect(() => checkContentEncoding(value)).toThrow(
        expect.objectContaining({ name: "UnsupportedMediaType" }),
      );
    },
  );

  test.each([undefined, "", "identity", "utf-8"])("%p does not compress the body", (value) => {
    expect(() => checkContentEncoding(value)).not.toThrow();
  });
});
