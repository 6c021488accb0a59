import { describe, expect, test } from "@jest/globals";
import {
  billOfMaterials,
  debianComponents,
  npmComponents,
  pythonComponents,
} from "../../../../bin/images/bill-of-materials.ts";

describe("the components of an image", () => {
  test("are the packages of a production installation from npm", () => {
    const packages = {
      "": { version: "1.0.0" },
      "node_modules/zod": { version: "4.1.0" },
      "node_modules/a/node_modules/@scope/b": { version: "2.0.0" },
      "node_modules/jest": { version: "30.0.0", dev: true },
      clients: { link: true },
    };
    expect(npmComponents({ packages }).map(({ purl }) => purl)).toEqual([
      "pkg:npm/zod@4.1.0",
      "pkg:npm/%40scope/b@2.0.0",
    ]);
  });

  test("are the packages of a requirements file with the hashes of their files", () => {
    const [one, other] = ["a", "b"].map((digit) => digit.repeat(64));
    const requirements = `# comment\nnumpy==2.3.1 ; python_version > "3" \\\n    --hash=sha256:${one} \\\n    --hash=sha256:${other}\n    # via x\n`;
    expect(pythonComponents(requirements)).toEqual([
      {
        type: "library",
        name: "numpy",
        version: "2.3.1",
        purl: "pkg:pypi/numpy@2.3.1",
        hashes: [one, other].map((content) => ({ alg: "SHA-256", content })),
      },
    ]);
  });

  test("are the packages of Debian, also those with an architecture", () => {
    const purls = debianComponents("base-files\t12.4\nlibc6:amd64\t2.36-9+deb12u1\n").map(({ purl }) => purl);
    expect(purls).toEqual(["pkg:deb/debian/base-files@12.4", "pkg:deb/debian/libc6@2.36-9%2Bdeb12u1"]);
  });

  test("are listed once, and give the same bill in any order", () => {
    const [one, other] = npmComponents({
      packages: { "node_modules/a": { version: "1" }, b: { version: "2" } },
    });
    if (!one || !other) throw new Error("there are no components");
    const bill = billOfMaterials("capstack/render", [one, other, one]);
    expect(bill.components).toEqual([one, other]);
    expect(billOfMaterials("capstack/render", [other, one])).toEqual(bill);
  });
});
