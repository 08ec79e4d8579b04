import { expect, test } from "vitest";
import { compare, type DiffCase, diffTests } from "../../test/diff-cases.js";
import { edited, mini } from "../../test/mini.js";
import { changelog } from "./finding.js";

const RPC = "canonical/openrpc.yaml";

const cases: DiffCase[] = [
  // Methods.
  [
    "a shorter deadline",
    RPC,
    "x-deadline-ms: 30000",
    "x-deadline-ms: 20000",
    "breaking",
    `${RPC}#/methods/choose_parity/x-deadline-ms`,
    "the receiver has less time",
  ],
  [
    "a longer deadline",
    RPC,
    "x-deadline-ms: 30000",
    "x-deadline-ms: 40000",
    "compatible",
    `${RPC}#/methods/choose_parity/x-deadline-ms`,
    "more time",
  ],
  [
    "fewer retries",
    RPC,
    "x-retries: 3",
    "x-retries: 1",
    "compatible",
    `${RPC}#/methods/choose_parity/x-retries`,
    "only the caller acts on it",
  ],
  [
    "another role must answer",
    RPC,
    "to: [player]",
    "to: [player, referee]",
    "breaking",
    `${RPC}#/methods/choose_parity/x-direction`,
    "referee must answer it",
  ],
  [
    "another role may call",
    RPC,
    "from: [referee]",
    "from: [referee, operator]",
    "compatible",
    `${RPC}#/methods/choose_parity/x-direction`,
    "operator may call it",
  ],
  [
    "a method is renamed",
    RPC,
    "name: ping",
    "name: pingpong",
    "breaking",
    `${RPC}#/methods/ping`,
    "callers are answered -32601",
  ],
  // Descriptions and tables.
  [
    "a description",
    "canonical/parity.yaml",
    "Even or odd.",
    "Odd or even.",
    "internal",
    "canonical/parity.yaml#/description",
    "description changed",
  ],
  [
    "points",
    "protocol.yaml",
    "win: 3",
    "win: 2",
    "breaking",
    "protocol.yaml#/points/win",
    "win is 2 instead of 3",
  ],
  [
    "a new number",
    "protocol.yaml",
    "version: league.v2",
    "version: league.v2\nseats: 4",
    "compatible",
    "protocol.yaml#/seats",
    "seats is new: 4",
  ],
  [
    "an error whose retry no longer helps",
    "errors.yaml",
    /retryable: true/,
    "retryable: false",
    "breaking",
    "errors.yaml#/errors/E001/retryable",
    "agents act on it",
  ],
  [
    "an event that is no longer allowed",
    "states.yaml",
    "from: [WAITING_FOR_PLAYERS, COLLECTING_CHOICES], on: abort",
    "from: [WAITING_FOR_PLAYERS], on: abort",
    "breaking",
    "states.yaml#/machines/match",
    "abort in COLLECTING_CHOICES is not allowed any more",
  ],
];

diffTests(cases);

test("the version rises by the worst finding", () => {
  expect(compare(mini)).toEqual({ bump: "none", findings: [] });
  expect(compare(edited("canonical/parity.yaml", "Even or odd.", "Odd or even.")).bump).toBe("patch");
  expect(compare(edited(RPC, "x-retries: 3", "x-retries: 1")).bump).toBe("minor");
  expect(compare(edited(RPC, "x-deadline-ms: 30000", "x-deadline-ms: 1")).bump).toBe("major");
});

test("a shared schema is reported once, with the affected methods", () => {
  const { findings } = compare(edited("canonical/ids.yaml", /(MatchId:[\s\S]*)\{1,64\}/, "$1{1,32}"));
  expect(findings.map(({ pointer, methods }) => [pointer, methods])).toEqual([
    ["mini/canonical/ids.yaml#/MatchId/pattern", ["choose_parity", "notify_match_result"]],
  ]);
});

test("the changelog names place, change and methods", () => {
  expect(changelog(compare(edited(RPC, "x-deadline-ms: 30000", "x-deadline-ms: 20000")))).toBe(
    [
      "Version: major",
      "",
      "### Breaking",
      "",
      "- `mini/canonical/openrpc.yaml#/methods/choose_parity/x-deadline-ms`: the deadline is 20000 ms instead of 30000 ms: the receiver has less time (`choose_parity`)",
    ].join("\n"),
  );
});
