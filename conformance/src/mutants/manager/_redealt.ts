/** League managers that deal the matches of the league to other rounds, call them otherwise, or leave some out. */
import type { Pairing } from "@league-v2/sdk";
import type { HttpHandler, Transport } from "../../doors.js";
import type { Surgery } from "../../subject/in-process-subject.js";
import type { LaunchOptions } from "../../subject/subject.js";
import type { Mutant } from "../mutant.js";
import { withStore } from "./_agents.js";

export interface Dealt {
  /** The number of the round. */
  round: number;
  /** The match under its new id. */
  match: Pairing;
}

/** @param matches those of the reference, in order */
export type Deal = (matches: readonly Pairing[], players: number) => Dealt[];

/** What the matches are called outside, by what the manager itself calls them. */
const names = new WeakMap<LaunchOptions, Map<string, string>>();

/** The agent and the surgery of a mutant whose schedule is dealt like this. */
export function redealt(deal: Deal): Pick<Mutant, "agent" | "surgery"> {
  const agent = withStore((inner, launch) => ({
    schedule: async () => {
      const rounds = await inner.schedule();
      const before = rounds.flatMap(({ matches }) => matches);
      const dealt = deal(before, launch.players ?? 2);
      const called = new Map(dealt.map(({ match }) => [originalOf(match, before).match_id, match.match_id]));
      names.set(launch, called);
      const numbers = [...new Set(dealt.map(({ round }) => round))];
      return numbers.map((round_id) => ({
        round_id,
        matches: dealt
          .filter(({ round }) => round === round_id)
          .map(({ match }) => ({ ...match, round_id, match_id: originalOf(match, before).match_id })),
      }));
    },
  }));
  return { agent, surgery: renaming };
}

/** The match of the same two players. */
function originalOf(match: Pairing, before: readonly Pairing[]): Pairing {
  const isSame = (one: Pairing) =>
    [one.player_A_id, one.player_B_id].every((id) => id === match.player_A_id || id === match.player_B_id);
  return before.find(isSame) ?? match;
}

/** Says the new ids, and hears them. */
const renaming: Surgery = {
  handler:
    (inner, { launch }): HttpHandler =>
    async (http) => {
      const body = typeof http.body === "string" ? http.body : new TextDecoder().decode(http.body);
      const back = new Map([...(names.get(launch) ?? [])].map(([own, told]) => [told, own]));
      const reply = await inner({ ...http, body: renamed(body, back) });
      return { ...reply, body: renamed(reply.body, names.get(launch)) };
    },
  transport: (inner, { launch }): Transport => ({
    send: (request) => inner.send({ ...request, body: renamed(request.body, names.get(launch)) }),
  }),
};

function renamed(text: string, called: ReadonlyMap<string, string> = new Map()): string {
  return text.replaceAll(/"([A-Z]\d+M\d+|match-\d+)"/g, (whole, id: string) => {
    const other = called.get(id);
    return other === undefined ? whole : `"${other}"`;
  });
}
