import { describe, expect, it } from "vitest";
import { defaultSource } from "../strategy/examples.js";
import { readFragment, writeFragment } from "./fragment.js";

describe("the address of the playground", () => {
  it.each([
    [
      "everything",
      {
        source: "export default () => '☂ \\u0000';\n",
        request: { seed: 0, opponents: ["timeout", "timeout"], faults: ["lost", "twice"] },
      },
    ],
    ["an empty text", { source: "", request: { seed: 7, opponents: ["random"], faults: [] } }],
  ] as const)("gives back %s", async (_what, settings) => {
    expect(await readFragment(`#${await writeFragment(settings)}`)).toEqual(settings);
  });

  it("contains the text only if it is not the default", async () => {
    const usual = await readFragment("");
    expect(usual.source).toBe(defaultSource);
    expect(await writeFragment(usual)).not.toContain("code=");
  });

  it.each(["#seed=-1&opponents=me&faults=fire&code=%%%", "#seed=&code=AAAA", "#seed=1.5", "#opponents="])(
    "has the default values if %s cannot be read",
    async (hash) => {
      expect(await readFragment(hash)).toEqual(await readFragment(""));
    },
  );

  it("has no more opponents than the limit of a league in a page", async () => {
    const hash = `#opponents=${"random+".repeat(500)}`;
    expect((await readFragment(hash)).request.opponents).toHaveLength(19);
  });
});
