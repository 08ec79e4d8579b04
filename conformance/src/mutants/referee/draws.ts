/** Referees that draw wrongly, or do not know who is right. */
import { protocol } from "../../contract.js";
import { valueAt } from "../../json/pointer.js";
import { parityOf } from "../../peers/result.js";
import type { Surgery } from "../../subject/in-process-subject.js";
import { type Mutant, mutant } from "../mutant.js";
import { changeCall } from "../surgery.js";
import { changeEnding, type Ending } from "./_outcome.js";

const { minimum, maximum } = protocol.draw;
const RANGE = maximum - minimum + 1;

/** `below(10)`, which only the draw asks for, gives this instead. */
function drawsBy(index: (below: (n: number) => number) => number): Surgery {
  return {
    random: (inner) => ({
      bytes: (n) => inner.bytes(n),
      below: (n) => (n === RANGE ? index((limit) => inner.below(limit)) : inner.below(n)),
    }),
  };
}

const isPlayed = ({ number }: Ending): boolean => number !== null;

/** What becomes of a match that was played to its end. */
const endings: Record<
  string,
  [fault: string, change: (ending: Ending & { number: number }) => Partial<Ending> | undefined]
> = {
  "draws-for-a": [
    "Draws a number that suits player A, when the players chose differently.",
    ({ number, choices, players: [a = "", b = ""] }) => {
      if (choices[a] === choices[b]) return undefined;
      const suits = parityOf(number) === choices[a];
      return {
        status: "WIN",
        winner: a,
        number: suits ? number : number === maximum ? number - 1 : number + 1,
      };
    },
  ],
  "both-right-is-as-win": [
    "Lets player A win when both are right.",
    ({ status, number, choices, players: [a = ""] }) =>
      status === "DRAW" && choices[a] === parityOf(number) ? { status: "WIN", winner: a } : undefined,
  ],
  "both-wrong-is-bs-win": [
    "Lets player B win when both are wrong.",
    ({ status, number, choices, players: [a = "", b = ""] }) =>
      status === "DRAW" && choices[a] !== parityOf(number) ? { status: "WIN", winner: b } : undefined,
  ],
  "a-always-wins": [
    "Lets player A win whenever one of them wins.",
    ({ status, players: [a = ""] }) => (status === "WIN" ? { winner: a } : undefined),
  ],
  "wrong-side-wins": [
    "Lets the player win that was wrong.",
    ({ status, winner, players }) =>
      status === "WIN" ? { winner: players.find((id) => id !== winner) ?? null } : undefined,
  ],
  "calls-every-match-a-draw": ["Calls every match a draw.", () => ({ status: "DRAW", winner: null })],
};

export default [
  mutant({
    id: "referee:draws-zero",
    fault: "Draws one less than it should, so sometimes 0.",
    surgery: drawsBy((below) => below(RANGE) - 1),
  }),
  mutant({
    id: "referee:never-draws-ten",
    fault: "Draws from 1 to 9.",
    surgery: drawsBy((below) => below(RANGE - 1)),
  }),
  mutant({
    id: "referee:favours-five-numbers",
    fault: "Draws the numbers up to 5 five times as often as the others.",
    surgery: drawsBy((below) => (below(6) < 5 ? below(RANGE / 2) : RANGE / 2 + below(RANGE / 2))),
  }),
  ...Object.entries(endings).map(
    ([name, [fault, change]]): Mutant =>
      mutant({
        id: `referee:${name}`,
        fault,
        surgery: changeEnding((ending) =>
          isPlayed(ending) ? change({ ...ending, number: Number(ending.number) }) : undefined,
        ),
      }),
  ),
  mutant({
    id: "referee:wrong-parity",
    fault: "Tells the players that every number is odd.",
    surgery: changeCall("GAME_OVER", (message) =>
      valueAt(message, "/game_result/drawn_number") === null
        ? undefined
        : { ...message, game_result: { ...(message.game_result as object), number_parity: "odd" } },
    ),
  }),
];
