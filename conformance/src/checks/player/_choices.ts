import type { PlayerBench } from "../../bench/player-bench.js";
import type { JsonObject } from "../../json/scan.js";
import { bothMissed, type End, outcomeFor } from "./_outcomes.js";
import { chosen, endMatches, isChoice, joined } from "./_steps.js";
import { A_MATCH_MS, answersTo, NOTIFIED_MS } from "./_time.js";

/** How the matches end, one after the other. */
const ENDS: readonly (End | "missed")[] = ["lost", "won", "drew", "lost", "missed", "lost"];

const ERRORS = ["E004", "E001"] as const;
const AGAIN = "in answer to a call that was repeated after a GAME_ERROR";

export const SEVERAL_CHOICES_MS =
  ENDS.length * A_MATCH_MS + (ENDS.length / 2) * (answersTo("CHOOSE_PARITY_CALL") + NOTIFIED_MS);

/** A choice, and what came before it: "after a match that it won". */
export interface Told {
  choice: JsonObject;
  when: string;
}

/**
 * What the player chose in several matches, in either role, with wins, losses and draws in between, of which the calls
 * tell in `your_standings`: a strategy may depend on all of it.
 */
export async function severalChoices(bench: PlayerBench): Promise<Told[]> {
  const { player, dialect } = bench;
  const told: Told[] = [];
  const standings = { wins: 0, losses: 0, draws: 0, points: 0 };
  let before = "in its first match";
  for (const [i, end] of ENDS.entries()) {
    const role = i % 2 === 0 ? "PLAYER_A" : "PLAYER_B";
    const match = await joined(bench, { role, opponent: `P0${1 + (i % 3)}` });
    const set = dialect === "flat" ? {} : { "/context/your_standings": { ...standings } };
    let choice: JsonObject;
    try {
      choice = await chosen(bench, match, { set });
    } catch (error) {
      await endMatches(bench, match);
      throw error;
    }
    told.push({ choice, when: `${before}, as ${role}` });
    // In every other match the call is repeated, as after a choice that did not arrive or that was no parity.
    if (i % 2 === 1) {
      await match.gameError(player, { error_code: ERRORS[((i - 1) / 2) % ERRORS.length] });
      const again = await match.askChoice(player, { set });
      if (isChoice(again)) told.push({ choice: again.result, when: AGAIN });
    }
    const missed = end === "missed";
    await match.gameOver(
      player,
      missed ? { result: bothMissed(match, player.id) } : outcomeFor(end, choice.parity_choice),
    );
    before = missed ? "after a draw because neither player chose" : `after a match that it ${end}`;
    standings.wins += Number(end === "won");
    standings.losses += Number(end === "lost");
    standings.draws += Number(end === "drew" || missed);
    standings.points = 3 * standings.wins + standings.draws;
  }
  return told;
}
