/** Reports of referees at our league manager. */
import { says } from "../wire/wild/referee-messages.js";
import type { Body } from "../wire/wild/wild-player.js";
import type { Ending, RefereeHabits } from "../wire/wild/wild-referee.js";
import { rpc, tool } from "./ask.js";
import { both, type Case, type Cases } from "./cases.js";
import { inOne, leads, scriptedReferee } from "./scripted-referee.js";

type Status = "WIN" | "DRAW" | "TECHNICAL_LOSS";

/** Whether the match counts as reported. */
const reports = (status: Status, report: RefereeHabits["report"]): Case =>
  both(async (strict) => {
    const choices = status === "DRAW" ? (["even", "even"] as const) : undefined;
    const { result, referee } = await leads(scriptedReferee({ report }), strict, choices);
    const winner = status === "WIN" ? "P01" : null;
    // A match that no referee has reported is a technical loss without a number.
    const isReported = status !== "TECHNICAL_LOSS" || result?.drawn_number !== null;
    const isCounted = result?.status === status && result.winner === winner;
    return isReported && isCounted && referee.started.length === 1;
  });

/** In a whole message, with this content. */
const saying = (status: Status, content: (ending: Ending) => Body): Case =>
  reports(status, (ending, self) => {
    const { match_id, round_id } = ending;
    const about = { match_id, round_id, league_id: "league_even_odd", game_type: "even_odd" };
    return inOne(says(self, "MATCH_RESULT_REPORT", { ...about, ...content(ending) }));
  });

const bodyOf = (asked: { readonly body: unknown }) => asked.body as Body;

export const results: Cases = {
  "a report without a sender": reports("WIN", ({ match_id, winner }) =>
    bodyOf(tool("submit_game_result", { match_id, winner, drawn_number: 4 })),
  ),
  "a report under another name": reports("WIN", ({ match_id, winner }, { token }) =>
    bodyOf(rpc("submit_result", { match_id, winner, drawn_number: 4, auth_token: token, sender: "REF01" })),
  ),
  "a report with game_id": saying("WIN", ({ match_id, winner }) => ({
    ...{ match_id: undefined, game_id: match_id, winner, drawn_number: 4 },
  })),
  "other points": saying("WIN", ({ winner, choices }) => ({
    result: { winner, score: { P01: 1, P02: 0 }, details: { drawn_number: 4, choices } },
  })),
  "nothing but points": saying("WIN", () => ({ points: { P01: 2, P02: 0 } })),
  "a result of each player": saying("WIN", () => ({ outcome: { P01: "W", P02: "L" } })),
  "the winner as victor": saying("WIN", ({ winner }) => ({ victor: winner })),
  "choices as a list": saying("WIN", ({ winner }) => ({
    ...{ winner, drawn_number: 4 },
    choices: [
      { player_id: "P01", choice: "even" },
      { player_id: "P02", choice: "odd" },
    ],
  })),
  "equal choices and a number": saying("DRAW", ({ choices }) => ({
    result: { winner: null, score: { P01: 0, P02: 0 }, details: { drawn_number: 4, choices } },
  })),
  "a tie in a reason": saying("DRAW", () => ({ winner: null, reason: "It is a tie." })),
  "a number without winner and choices": saying("DRAW", () => ({ winner: null, drawn_number: 4 })),
  "no winner and no draw": saying("TECHNICAL_LOSS", () => ({ winner: null, drawn_number: 0 })),
  "a number above 10": saying("WIN", ({ winner, choices }) => ({
    result: {
      ...{ status: "WIN", winner, score: { P01: 3, P02: 0 } },
      details: { drawn_number: 42, number_parity: "even", choices },
    },
  })),
};
