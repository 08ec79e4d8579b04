import type { Pairing } from "@league-v2/sdk";
import { type Mutant, mutant } from "../mutant.js";
import { withStore } from "./_agents.js";
import { type Dealt, redealt } from "./_redealt.js";

/** Deals the matches to rounds of this size, in this order, and numbers them anew. */
function inRoundsOf(size: number, matches: readonly Pairing[]): Dealt[] {
  return matches.map((match, index) => {
    const round = Math.floor(index / size) + 1;
    return { round, match: { ...match, match_id: `R${round}M${(index % size) + 1}` } };
  });
}

const pair = ({ player_A_id, player_B_id }: Pairing) => [player_A_id, player_B_id].toSorted().join();
const byPair = (a: Pairing, b: Pairing) => (pair(a) < pair(b) ? -1 : 1);

/** Gives the rounds other numbers. */
function numbered(numberOf: (round: number) => number) {
  return redealt((matches) =>
    matches.map((match) => {
      const round = numberOf(match.round_id);
      return { round, match: { ...match, match_id: match.match_id.replace(/^R\d+/, `R${round}`) } };
    }),
  );
}

export default [
  mutant({
    id: "manager:odd-one-never-plays",
    fault: "Loses the matches of the last player when the number of players is odd.",
    ...redealt((matches, players) => {
      const last = `P0${players}`;
      const kept = matches.filter((match) => players % 2 === 0 || !pair(match).includes(last));
      return kept.map((match) => ({ round: match.round_id, match }));
    }),
  }),
  mutant({
    id: "manager:player-twice-in-a-round",
    fault: "Lets the same player play twice in one round.",
    ...redealt((matches, players) => inRoundsOf(Math.floor(players / 2), matches.toSorted(byPair))),
  }),
  mutant({
    id: "manager:a-match-a-round",
    fault: "Makes a round of every match.",
    ...redealt((matches) => inRoundsOf(1, matches)),
  }),
  mutant({
    id: "manager:match-ids-of-its-own",
    fault: "Calls the matches match-1, match-2 ….",
    ...redealt((matches) =>
      matches.map((match, index) => ({
        round: match.round_id,
        match: { ...match, match_id: `match-${index + 1}` },
      })),
    ),
  }),
  mutant({
    id: "manager:round-counter-skips",
    fault: "Counts its rounds 1, 3, 4 ….",
    ...numbered((round) => (round === 1 ? 1 : round + 1)),
  }),
  mutant({
    id: "manager:rounds-in-another-order",
    fault: "Begins with the round that should come last.",
    ...redealt((matches, players) => inRoundsOf(Math.floor(players / 2), inverted(matches))),
  }),
  mutant({
    id: "manager:first-is-always-the-elder",
    fault: "Makes PLAYER_A of whoever registered first, in every round.",
    ...redealt((matches) =>
      matches.map((match) => {
        const [player_A_id = "", player_B_id = ""] = [match.player_A_id, match.player_B_id].toSorted();
        return { round: match.round_id, match: { ...match, player_A_id, player_B_id } };
      }),
    ),
  }),
  mutant({
    id: "manager:favours-a-referee",
    fault: "Gives all matches to one referee.",
    agent: withStore((inner) => ({
      schedule: async () =>
        (await inner.schedule()).map((round) => ({
          ...round,
          matches: round.matches.map((match) => ({ ...match, referee_id: "REF01" })),
        })),
    })),
  }),
] satisfies Mutant[];

/** The last round first, the order within each round as it was. */
function inverted(matches: readonly Pairing[]): Pairing[] {
  return matches.toSorted((a, b) => b.round_id - a.round_id);
}
