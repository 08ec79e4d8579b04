/** Whether a reported result is possible (IS 2.2.6): players, winner and points must be consistent. */
import { type MatchResultReportIn, protocol, type Violation } from "@league-v2/contract";
import { LeagueRpcError } from "../../agent/core/errors.js";
import type { Pairing } from "../store/schedule.js";
import type { RecordedResult } from "../store/store.js";

/** @throws LeagueRpcError E002 with the pointer of the impossible value */
export function readReport(report: MatchResultReportIn, match: Pairing, referee_id: string): RecordedResult {
  const { winner, score, details } = report.result;
  const players = [match.player_A_id, match.player_B_id];
  const points = new Map(Object.entries(score));
  if (points.size !== players.length || !players.every((id) => points.has(id))) {
    throw impossible(
      "/result/score",
      `points for ${players.join(" and ")}`,
      `points for ${[...points.keys()].join(" and ") || "no player"}`,
    );
  }
  if (winner !== null && !players.includes(winner)) {
    throw impossible("/result/winner", `${players.join(", ")} or null`, winner);
  }
  const status = report.result.status ?? statusOf(winner, points);
  const due = players.map((id) => pointsDue(id, status, winner));
  const given = players.map((id) => points.get(id) ?? 0);
  if (status === "WIN" && winner === null) throw impossible("/result/winner", "a player, for a WIN", "null");
  if (status === "DRAW" && winner !== null) throw impossible("/result/winner", "null, for a DRAW", winner);
  if (due.some((value, index) => value !== given[index])) {
    throw impossible(
      "/result/score",
      `${due.join(":")} for a ${status}${winner ? ` of ${winner}` : ""}`,
      given.join(":"),
    );
  }
  return {
    match_id: match.match_id,
    round_id: match.round_id,
    referee_id,
    status,
    winner,
    score: Object.fromEntries(players.map((id, index) => [id, given[index] ?? 0])),
    drawn_number: details.drawn_number,
    choices: Object.fromEntries(Object.entries(details.choices).filter(([id]) => players.includes(id))),
  };
}

/** A match that no referee could finish counts for neither player (contract 6). */
export function unplayed(match: Pairing): RecordedResult {
  const players = [match.player_A_id, match.player_B_id];
  return {
    match_id: match.match_id,
    round_id: match.round_id,
    referee_id: null,
    status: "TECHNICAL_LOSS",
    winner: null,
    score: Object.fromEntries(players.map((id) => [id, protocol.points.loss])),
    drawn_number: null,
    choices: Object.fromEntries(players.map((id) => [id, null])),
  };
}

/** RA's report has no status: with a winner it is a win, with points and no winner a draw. */
function statusOf(winner: string | null, points: ReadonlyMap<string, number>): RecordedResult["status"] {
  if (winner !== null) return "WIN";
  return [...points.values()].some((value) => value !== protocol.points.loss) ? "DRAW" : "TECHNICAL_LOSS";
}

function pointsDue(id: string, status: RecordedResult["status"], winner: string | null): number {
  const { win, draw, loss } = protocol.points;
  return status === "DRAW" ? draw : id === winner ? win : loss;
}

function impossible(pointer: string, expected: string, received: string): LeagueRpcError {
  const message = `${pointer} must be ${expected}; it is ${received}.`;
  const violation: Violation = { pointer, keyword: "result", expected, received, message };
  return new LeagueRpcError("E002", message, { violations: [violation] });
}
