import { isDeepStrictEqual } from "node:util";
import type { Member, Round } from "@league-v2/sdk/store";
import type { Invariant } from "./invariant.js";

export const everyPairMeetsOnce: Invariant = {
  name: "every-pair-meets-once",
  rule: "The schedule has every pair of players once, no player twice in a round, and never changes.",
  watch() {
    const players: string[] = [];
    let schedule: readonly Round[] | undefined;
    const check = (rounds: readonly Round[]) => {
      if (schedule !== undefined)
        return isDeepStrictEqual(rounds, schedule) ? undefined : "the schedule has changed";
      schedule = rounds;
      return faultOf(rounds, players);
    };
    return {
      on(event) {
        if (event.type !== "stored") return undefined;
        const { operation, outcome } = event;
        if (operation === "admit") {
          const { member } = outcome as { readonly member?: Member };
          if (member?.role === "player") players.push(member.id);
        }
        // Before the league has begun, its schedule is empty.
        if (operation === "schedule" && schedule !== undefined) return check(outcome as readonly Round[]);
        const begun =
          operation === "begin" ? (outcome as { readonly rounds?: readonly Round[] }).rounds : undefined;
        return begun === undefined ? undefined : check(begun);
      },
      atEnd: ({ rounds }) => check(rounds),
    };
  },
};

function faultOf(rounds: readonly Round[], players: readonly string[]): string | undefined {
  const met = new Map<string, number>();
  for (const { round_id, matches } of rounds) {
    const busy = matches.flatMap(({ player_A_id, player_B_id }) => [player_A_id, player_B_id]);
    if (new Set(busy).size < busy.length) return `a player plays twice in round ${round_id}`;
    for (const { player_A_id, player_B_id } of matches) {
      const pair = pairOf(player_A_id, player_B_id);
      met.set(pair, (met.get(pair) ?? 0) + 1);
    }
  }
  const pairs = players.flatMap((one, index) => players.slice(index + 1).map((other) => pairOf(one, other)));
  const wrong = pairs.find((pair) => met.get(pair) !== 1);
  if (wrong !== undefined) return `${wrong} meet ${met.get(wrong) ?? 0} times`;
  return met.size === pairs.length ? undefined : "the schedule names a player that is not in the league";
}

function pairOf(one: string, other: string): string {
  return one < other ? `${one} and ${other}` : `${other} and ${one}`;
}
