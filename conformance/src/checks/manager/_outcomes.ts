/** What the agents in the suite's own leagues are called, and who wins. */
import type { Assignment, Outcome } from "../../peers/assignment.js";
import type { ManagedLeague } from "../../peers/managed-league.js";

/** The league that is looked at where the number of players does not matter: it has byes, ties and several matches a round. */
export const MAIN = 5;

/** Names in another order than that of registration, so that ties show by which of the two they are broken. */
export function nameOf(seat: number): string {
  return `suite-player-${String.fromCharCode("z".charCodeAt(0) - seat)}`;
}

/** How this match ends: for five players so that two are equal in everything and two more in points only. */
export function outcomeIn({ players }: ManagedLeague, { playerA, playerB }: Assignment): Outcome {
  const seatOf = (id: string) => players.findIndex((seat) => seat.id === id);
  const [a, b] = [seatOf(playerA), seatOf(playerB)];
  if (players.length === LARGEST) return a < b ? "A" : "B";
  const winner = winnerOf(Math.min(a, b), Math.max(a, b));
  if (winner === undefined) return "draw";
  return winner === a ? "A" : "B";
}

/** Who wins, by seat: 4 and 5 both get 6 points but 5 more wins; 2 and 3 are equal in points and wins. */
const WINNERS: Readonly<Record<string, number | undefined>> = {
  "0 1": 0,
  "0 2": 2,
  "0 4": 4,
  "1 4": 1,
  "2 4": 4,
  "3 4": 3,
};

/** The league in which the one who registered first always wins, so that there are points of one digit and of two. */
export const LARGEST = 7;

function winnerOf(first: number, second: number): number | undefined {
  if (second < MAIN) return WINNERS[`${first} ${second}`];
  return [first, second, undefined][(2 * first + second) % 3];
}
