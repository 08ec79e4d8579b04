/** The result in a report of a referee of another form: the reported winner counts, the points are computed by the contract. */
import { type MatchResultReportIn, protocol } from "@league-v2/contract";
import { LeagueRpcError } from "../agent/core/league-rpc-error.js";
import { containsDraw } from "../wire/draw-text.js";
import { isDrawByFacts } from "../wire/match-report.js";
import type { Pairing } from "./schedule.js";
import type { RecordedResult } from "./store.js";

/** A number that cannot be drawn, which the schema of the report excludes. */
interface ReportedNumber {
  readonly reported_number?: unknown;
}

/** @throws LeagueRpcError E002 for a winner that does not play, or that has no status of a win */
export function readForeignReport(
  { result }: Pick<MatchResultReportIn, "result">,
  match: Pairing,
  referee_id: string,
): RecordedResult {
  const { match_id, round_id, player_A_id: a, player_B_id: b } = match;
  const winner = playerOf(result.winner, match);
  const details: MatchResultReportIn["result"]["details"] & ReportedNumber = result.details;
  const { choices, drawn_number } = details;
  const number = typeof details.reported_number === "number" ? details.reported_number : drawn_number;
  const status = statusOf(result, winner, number, [a, b]);
  const { win, draw, loss } = protocol.points;
  const points = (id: string) => (status === "DRAW" ? draw : id === winner ? win : loss);
  return {
    match_id,
    round_id,
    referee_id,
    status,
    winner,
    score: { [a]: points(a), [b]: points(b) },
    drawn_number: number,
    choices: Object.fromEntries([a, b].map((id) => [id, choices[id] ?? null])),
  };
}

/** The log message for a number that cannot be drawn; it is recorded as it was reported. */
export function numberWarning({ drawn_number, referee_id }: RecordedResult): string | undefined {
  const { minimum, maximum } = protocol.draw;
  if (drawn_number === null || (drawn_number >= minimum && drawn_number <= maximum)) return undefined;
  return `${referee_id} reports the number ${drawn_number}, which cannot be drawn`;
}

function playerOf(winner: string | null, { player_A_id, player_B_id }: Pairing): string | null {
  if (winner === null) return null;
  const side = /^player_?(?:(a|1)|b|2)$/i.exec(winner);
  const id = side === null ? winner : side[1] === undefined ? player_B_id : player_A_id;
  if (id === player_A_id || id === player_B_id) return id;
  throw new LeagueRpcError(
    "E002",
    `/result/winner must be ${player_A_id}, ${player_B_id} or null; it is ${winner}.`,
  );
}

/** A match is a draw if the report names a draw, or if its points, its text, or its choices and number show one. */
function statusOf(
  result: MatchResultReportIn["result"],
  winner: string | null,
  drawn_number: number | null,
  players: readonly string[],
): RecordedResult["status"] {
  const { status, score, details } = result;
  if (winner !== null) return status === "TECHNICAL_LOSS" ? status : "WIN";
  if (status === "DRAW" || players.every((id) => score[id] === protocol.points.draw)) return "DRAW";
  if (status === "TECHNICAL_LOSS") return status;
  if (status === "WIN")
    throw new LeagueRpcError("E002", "/result/winner must be a player, for a WIN; it is null.");
  if (containsDraw(result)) return "DRAW";
  const isNamed = Object.keys(details.choices).length > 0;
  const choices = isNamed ? Object.fromEntries(players.map((id) => [id, details.choices[id] ?? null])) : {};
  return isDrawByFacts({ drawn_number, choices }) ? "DRAW" : "TECHNICAL_LOSS";
}
