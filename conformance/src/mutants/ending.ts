/** Changes the result of a match, in GAME_OVER and in the report alike. */
import { protocol } from "../contract.js";
import { isObject } from "../json/pointer.js";
import type { JsonObject } from "../json/scan.js";
import { parityOf } from "../peers/result.js";
import type { FaultInjection } from "../subject/in-process-subject.js";
import { all, changeCall } from "./fault-injection.js";

export interface Ending {
  status: unknown;
  winner: string | null;
  number: number | null;
  choices: JsonObject;
  /** Player A's id, then B's. */
  players: readonly string[];
  matchId: string;
}

/** @param change undefined: the ending is not changed; scores and parity follow from the changes */
export function changeEnding(change: (ending: Ending) => Partial<Ending> | undefined): FaultInjection {
  return all(
    changeCall("GAME_OVER", (message) => {
      const { game_result } = message;
      if (!isObject(game_result)) return undefined;
      const before = read(message, game_result.status, game_result.winner_player_id, game_result);
      const changes = change(before);
      if (changes === undefined) return undefined;
      const { status, winner, number, choices } = { ...before, ...changes };
      const faults = {
        status,
        winner_player_id: winner,
        drawn_number: number,
        number_parity: parity(number),
        choices,
      };
      return { ...message, game_result: { ...game_result, ...faults } };
    }),
    changeCall("MATCH_RESULT_REPORT", (message) => {
      const { result } = message;
      if (!isObject(result) || !isObject(result.details)) return undefined;
      const before = read(message, result.status, result.winner, result.details);
      const changes = change(before);
      if (changes === undefined) return undefined;
      const { status, winner, number, choices, players } = { ...before, ...changes };
      const details = { ...result.details, drawn_number: number, number_parity: parity(number), choices };
      return {
        ...message,
        result: { ...result, status, winner, score: scoreOf(status, winner, players), details },
      };
    }),
  );
}

/** Whether no number was drawn because a player failed. */
export function hasFailed({ number }: Ending): boolean {
  return number === null;
}

function read(message: JsonObject, status: unknown, winner: unknown, details: JsonObject): Ending {
  const choices = isObject(details.choices) ? details.choices : {};
  return {
    status,
    winner: typeof winner === "string" ? winner : null,
    number: typeof details.drawn_number === "number" ? details.drawn_number : null,
    choices,
    // The reference referee names A first.
    players: Object.keys(choices),
    matchId: String(message.match_id),
  };
}

function parity(number: number | null): string | null {
  return number === null ? null : parityOf(number);
}

function scoreOf(status: unknown, winner: string | null, players: readonly string[]): JsonObject {
  const { win, draw, loss } = protocol.points;
  return Object.fromEntries(players.map((id) => [id, status === "DRAW" ? draw : id === winner ? win : loss]));
}
