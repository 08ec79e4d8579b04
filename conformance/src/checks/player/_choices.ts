import type { PlayerBench } from "../../bench/player-bench.js";
import type { JsonObject } from "../../json/scan.js";
import { chosen, inMatch } from "./_steps.js";
import { A_MATCH_MS } from "./_time.js";

const MATCHES = 4;

export const SEVERAL_CHOICES_MS = MATCHES * A_MATCH_MS;

/** What the player chose in several matches, with wins and losses in between: a strategy may depend on them. */
export async function severalChoices(bench: PlayerBench): Promise<JsonObject[]> {
  const choices: JsonObject[] = [];
  for (let i = 0; i < MATCHES; i += 1) {
    const role = i % 2 === 0 ? "PLAYER_A" : "PLAYER_B";
    choices.push(
      await inMatch(bench, (match) => chosen(bench, match), { role, opponent: `P0${1 + (i % 3)}` }),
    );
  }
  return choices;
}
