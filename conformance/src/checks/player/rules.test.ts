/** Rules over the usual messages to a player, on a trace from a file. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { judgedOn } from "../../../test/on-trace.js";
import { packageFolder } from "../../package-folder.js";
import { playerChecks } from "./index.js";

const trace = JSON.parse(
  readFileSync(new URL("fixtures/traces/player.json", packageFolder), "utf8"),
) as unknown[];

const rules = Object.values(playerChecks).flat();

test.each([
  ["player/join/accepts", "pass"],
  ["player/join/names-match-and-player", "pass"],
  ["player/join/joins-again", "not-exercised: the player declined the first invitation"],
  [
    "player/choice/chooses-in-time",
    "fail: the answer to the call for its choice, in its first match, as PLAYER_A, took 31000 ms; expected at most 30000 ms",
  ],
  ["player/choice/echoes-conversation", "pass"],
  [
    "player/choice/echoes-match",
    'fail: match_id in the answer to the call for its choice, in its first match, as PLAYER_A, is "R9M9"; expected "R1M1"',
  ],
  [
    "player/choice/valid-parity",
    'fail: parity_choice in the answer to the call for its choice, in its first match, as PLAYER_A, is "Even"; expected "even" or "odd"',
  ],
  ["player/acknowledgement/game-over", "not-exercised: the player did not choose"],
])("%s: %s", async (id, verdict) => {
  const rule = rules.find((one) => one.id === id);
  if (rule === undefined) throw new Error(`there is no rule ${id}`);
  expect(await judgedOn(rule, trace)).toBe(verdict);
});
