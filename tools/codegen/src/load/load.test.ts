import { expect, test } from "vitest";
import { edited, filesOf, memorySource, mini, textOf, withFiles } from "../../test/mini.js";
import { SpecError } from "../fault.js";
import { load } from "./load.js";
import type { Source } from "./source.js";

function faultsOf(source: Source) {
  try {
    load(source);
    return [];
  } catch (error) {
    if (error instanceof SpecError) return error.faults;
    throw error;
  }
}

test("a reference to a missing file is a fault", () => {
  const source = edited("canonical/standing.yaml", "ids.yaml#/PlayerId", "idz.yaml#/PlayerId");
  expect(faultsOf(source)).toEqual([
    {
      file: "mini/canonical/standing.yaml",
      pointer: "/properties/player_id/$ref",
      rule: "refs-resolve",
      cause: '$ref "idz.yaml#/PlayerId" has no target: there is no file mini/canonical/idz.yaml',
      fix: "Correct the reference, or add its target.",
    },
  ]);
});

test("the fault of a reference to a missing schema lists the existing ones", () => {
  const source = edited("canonical/standing.yaml", "#/PlayerId", "#/UserId");
  expect(faultsOf(source)[0]?.fix).toBe("Use one of those next to it: PlayerId, MatchId.");
});

test("two schemas with one name are a fault", () => {
  const source = withFiles(mini, { "canonical/again.yaml": textOf("canonical/parity.yaml") });
  expect(faultsOf(source)[0]).toMatchObject({
    rule: "unique-names",
    cause: 'the type of "Parity" is called Parity2, because Parity is taken',
  });
});

test("a message whose builder would be the expression of another schema is a fault", () => {
  const text = textOf("canonical/messages/game-over.yaml");
  const renamed = text.replaceAll("GameOver", "IsParity").replaceAll("GAME_OVER", "IS_PARITY");
  const source = withFiles(mini, { "canonical/messages/game-over.yaml": renamed });
  expect(faultsOf(source).map(({ rule }) => rule)).toContain("unique-names");
});

test("a file that is not YAML is a fault with its line", () => {
  const source = edited("canonical/parity.yaml", "type: string", "type: string\ntype: number");
  expect(faultsOf(source)[0]).toMatchObject({
    file: "mini/canonical/parity.yaml",
    cause: expect.stringContaining("line 4, column 1"),
  });
});

test("a folder without a dialect is a fault", () => {
  expect(faultsOf(memorySource("empty", { "a/b.yaml": "x: 1" }))[0]?.cause).toBe(
    "no folder in it holds an openrpc.yaml",
  );
});

test("a dialect may refer to a schema of another folder, and includes only that schema", () => {
  const files = filesOf(mini);
  for (const [path, text] of Object.entries(files))
    if (path.startsWith("canonical/")) files[path.replace("canonical/", "flat/")] = text;
  delete files["flat/ids.yaml"];
  for (const [path, text] of Object.entries(files)) {
    if (path.startsWith("flat/")) {
      files[path] = text
        .replaceAll("../ids.yaml#/MatchId", "../../canonical/ids.yaml#/PlayerId")
        .replaceAll("../ids.yaml", "../../canonical/ids.yaml")
        .replaceAll(" ids.yaml", " ../canonical/ids.yaml");
    }
  }
  const flat = load(memorySource("mini", files)).model.dialects[1];
  expect(flat?.name).toBe("flat");
  expect([...(flat?.types.keys() ?? [])]).toContain("PlayerId");
  expect([...(flat?.types.keys() ?? [])]).not.toContain("MatchId");
});
