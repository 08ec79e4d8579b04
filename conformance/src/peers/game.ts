/** The game of the league around a player or a referee under test: Even/Odd, or that of `--game`. */
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { protocol } from "../contract.js";
import { type GameRules, readGameRules } from "../sdk.js";
import { UsageError } from "../usage-error.js";
import { type PlayedMatch, winnerOf } from "./actors/result.js";

export interface Game {
  /** Its name in messages. */
  readonly type: string;
  /** The id of the winner; undefined for a draw. */
  readonly winnerOf: (match: PlayedMatch) => string | undefined;
  /** Whether the number is drawn uniformly from 1 to 10, and equal choices are a draw (REF-DRAW-02, REF-DRAW-05). */
  readonly isEvenOdd: boolean;
}

/** Judged by code of the suite, not by the rules that the SDK has. */
export const EVEN_ODD: Game = { type: protocol.gameTypes[0], winnerOf, isEvenOdd: true };

/** @throws UsageError for a module that cannot be loaded, or has no rules */
export async function loadGame(path: string): Promise<Game> {
  try {
    const { default: rules } = (await import(pathToFileURL(resolve(path)).href)) as { default?: unknown };
    return gameOf(readGameRules(rules));
  } catch (error) {
    throw new UsageError(`--game ${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

export function gameOf({ type, decide }: GameRules): Game {
  return {
    type,
    isEvenOdd: false,
    winnerOf({ playerA, playerB, choiceA, choiceB, number }) {
      const players = [
        { id: playerA, choice: choiceA },
        { id: playerB, choice: choiceB },
      ] as const;
      return decide(players, number).winner ?? undefined;
    },
  };
}
