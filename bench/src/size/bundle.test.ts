import { describe, expect, it } from "vitest";
import { loadedAtOnce } from "./bundle.ts";

const chunk = (
  entryPoint: string | undefined,
  imports: [string, "import-statement" | "dynamic-import"][],
) => ({
  bytes: 0,
  inputs: {},
  exports: [],
  imports: imports.map(([path, kind]) => ({ path, kind })),
  ...(entryPoint === undefined ? {} : { entryPoint }),
});

describe("loadedAtOnce", () => {
  it("follows static imports from the entry, and leaves what is imported later", () => {
    const outputs = {
      "out/stdin.js": chunk("<stdin>", [
        ["out/shared.js", "import-statement"],
        ["out/later.js", "dynamic-import"],
      ]),
      "out/shared.js": chunk(undefined, [["out/deeper.js", "import-statement"]]),
      "out/deeper.js": chunk(undefined, []),
      "out/later.js": chunk("later.ts", [["out/shared.js", "import-statement"]]),
    };
    expect([...loadedAtOnce({ outputs })]).toEqual(["out/stdin.js", "out/shared.js", "out/deeper.js"]);
  });
});
