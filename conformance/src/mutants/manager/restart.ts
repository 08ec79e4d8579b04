import { createLeagueManager } from "@league-v2/sdk";
import type { Store } from "@league-v2/sdk/store";
import { protocol } from "../../contract.js";
import { isObject } from "../../json/pointer.js";
import type { JsonObject } from "../../json/scan.js";
import { referenceAgent } from "../../subject/reference-agent.js";
import { answerInstead, changeReply, errorReply, ignores } from "../fault-injection.js";
import type { Mutant } from "../mutant.js";
import { changesTables, withLeague, withStoreLater } from "./league-changes.js";

type Row = Awaited<ReturnType<Store["tallies"]>>[number];

/** The tallies, plus this many times those at the start of the process. */
function withWeightedStart(store: Store, times: number): Partial<Store> {
  const before = store.tallies();
  const sum = (now: Row, then: Row | undefined): Row => ({
    ...now,
    ...Object.fromEntries(
      Object.entries(now).map(([name, value]) => {
        const earlier: unknown = then === undefined ? 0 : Reflect.get(then, name);
        return [name, typeof value === "number" ? value + times * Number(earlier) : value];
      }),
    ),
  });
  return {
    tallies: async () => {
      const then = await before;
      return (await store.tallies()).map((row, index) => sum(row, then[index]));
    },
  };
}

const withoutDraws = changesTables((rows) =>
  rows.map((row) => ({ ...row, draws: 0, points: Number(row.wins) * protocol.points.win })),
);

/** League managers that have lost or doubled data after a restart. */
export const managerRestartMutants: readonly Mutant[] = [
  {
    id: "manager:loses-everything",
    fault: "Begins with an empty registry when it is started again.",
    lasting: true,
    agent: (launch) => referenceAgent("manager")(launch),
  },
  {
    id: "manager:loses-tokens",
    fault: "Has lost all tokens when it is started again.",
    lasting: true,
    agent: withStoreLater(() => ({ holdsToken: async () => false })),
  },
  {
    id: "manager:loses-names",
    fault: "Uses the ids of its players as their names when it is started again.",
    lasting: true,
    agent: withStoreLater((store) => ({
      tallies: async () =>
        (await store.tallies()).map((tally) => ({ ...tally, display_name: tally.player_id })),
    })),
  },
  {
    id: "manager:loses-results",
    fault: "Counts only what was reported since it was started again.",
    lasting: true,
    agent: withStoreLater((store) => withWeightedStart(store, -1)),
  },
  {
    id: "manager:loses-draws",
    fault: "Has lost all draws when it is started again.",
    lasting: true,
    agent: withStoreLater((store) => ({
      tallies: async () =>
        (await store.tallies()).map((tally) => ({
          ...tally,
          draws: 0,
          played: tally.played - tally.draws,
          points: tally.points - tally.draws * protocol.points.draw,
        })),
    })),
  },
  {
    id: "manager:sends-no-draws-after-a-restart",
    fault: "Leaves the draws out of the tables that it sends after a restart.",
    lasting: true,
    inject: {
      transport: (inner, tools) =>
        tools.launch.after === undefined ? inner : (withoutDraws.transport?.(inner, tools) ?? inner),
    },
  },
  {
    id: "manager:counts-twice-after-a-restart",
    fault: "Counts its stored results once more when it is started again.",
    lasting: true,
    agent: withStoreLater((store) => withWeightedStart(store, 1)),
  },
  {
    id: "manager:announces-rounds-again",
    fault: "Announces the rounds from the first on when it is started again.",
    lasting: true,
    agent: withStoreLater(() => ({ completedRound: async () => null, acknowledged: async () => new Set() })),
  },
  {
    id: "manager:stops-after-a-restart",
    fault: "Accepts no report when it is started again.",
    lasting: true,
    inject: {
      handler: (inner, tools) =>
        tools.launch.after === undefined
          ? inner
          : (ignores("MATCH_RESULT_REPORT").handler?.(inner, tools) ?? inner),
    },
  },
  {
    id: "manager:lacks-next-match-of-the-idle",
    fault: "Answers a player without a match in this round that it has no next match.",
    inject: withLeague(({ announced }) =>
      changeReply("LEAGUE_QUERY", (reply, { request }) => {
        const now = [...announced.values()].at(-1);
        const id = String(request.sender).replace("player:", "");
        return reply.query_type === "GET_NEXT_MATCH" &&
          !JSON.stringify(now?.matches ?? id).includes(`"${id}"`)
          ? { ...reply, data: { next_match: null } }
          : undefined;
      }),
    ),
  },
  {
    id: "manager:refuses-losses-of-player-a",
    fault: "Refuses the report of a technical loss that player B has won.",
    inject: withLeague(({ announced }) =>
      answerInstead("MATCH_RESULT_REPORT", ({ match_id, result }, body) => {
        const matches = [...announced.values()].flatMap((round) => round.matches as JsonObject[]);
        const { player_B_id } = matches.find((match) => match.match_id === match_id) ?? {};
        const isLoss =
          isObject(result) && result.status === "TECHNICAL_LOSS" && result.winner === player_B_id;
        return isLoss ? errorReply(body, -32_602, "Invalid params") : undefined;
      }),
    ),
  },
  {
    id: "manager:begins-one-player-early",
    fault: "Begins when all players but one have registered.",
    agent: ({ players = 2, referees = 1 }) =>
      createLeagueManager({ leagueId: "league_reference", players: Math.max(2, players - 1), referees }),
  },
];
