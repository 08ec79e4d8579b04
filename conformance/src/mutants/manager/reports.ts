import { protocol } from "../../contract.js";
import { isObject, valueAt } from "../../json/pointer.js";
import type { JsonObject } from "../../json/scan.js";
import {
  all,
  answerInstead,
  changeCall,
  changeReply,
  changeRequest,
  onCall,
  resultReply,
} from "../fault-injection.js";
import type { Mutant } from "../mutant.js";
import { acknowledged, withLeague, withStore } from "./league-changes.js";

/** A match id that no league of the suite has. */
const NO_SUCH_MATCH = /^R[1-9]M9\d$/;

/** League managers that check only a part of a report, or that fail after a repetition or an earlier fault. */
export const managerReportsMutants: readonly Mutant[] = [
  {
    id: "manager:compares-winners-only",
    fault: "Acknowledges a second report with the same winner, even when other members have changed.",
    agent: withStore((inner) => ({
      record: async (result) => {
        const outcome = await inner.record(result);
        const known = await inner.result(result.match_id);
        return outcome === "conflicting" && known?.winner === result.winner ? "repeated" : outcome;
      },
    })),
  },
  {
    id: "manager:compares-no-choices",
    fault: "Acknowledges a second report with the same winner and number, even with other choices.",
    agent: withStore((inner) => ({
      record: async (result) => {
        const outcome = await inner.record(result);
        const known = await inner.result(result.match_id);
        const isAlike = known?.winner === result.winner && known.drawn_number === result.drawn_number;
        return outcome === "conflicting" && isAlike ? "repeated" : outcome;
      },
    })),
  },
  {
    id: "manager:assigns-a-player-of-another-match",
    fault: "Sends the referee player B of another match of the round, from the second round on.",
    inject: withLeague(({ announced }) =>
      changeCall("RUN_MATCH", (order) => {
        const matches = valueAt(announced.get(order.round_id), "/matches");
        const other = (Array.isArray(matches) ? matches : []).find(
          (one) => isObject(one) && one.match_id !== order.match_id,
        );
        const player_B_id = valueAt(other, "/player_B_id");
        return Number(order.round_id) < 2 || player_B_id === undefined
          ? undefined
          : { ...order, player_B_id };
      }),
    ),
  },
  {
    id: "manager:acknowledges-any-match-of-a-round",
    fault: "Acknowledges the report of a match that does not exist, if its round exists.",
    inject: answerInstead(
      "MATCH_RESULT_REPORT",
      ({ match_id, protocol, timestamp, conversation_id }, body) =>
        NO_SUCH_MATCH.test(String(match_id))
          ? resultReply(body, {
              protocol,
              message_type: "MATCH_RESULT_ACK",
              sender: "league_manager",
              timestamp,
              conversation_id,
              match_id,
              status: "recorded",
            })
          : undefined,
    ),
  },
  {
    id: "manager:wins-by-points",
    fault: "Counts the player with the points as the winner, even if the report names the other one.",
    inject: changeRequest("MATCH_RESULT_REPORT", (report) => {
      const { result } = report;
      if (!isObject(result) || result.status !== "WIN" || !isObject(result.score)) return undefined;
      const [[best, most] = []] = Object.entries(result.score).toSorted(
        ([, a], [, b]) => Number(b) - Number(a),
      );
      return most === 3 ? { ...report, result: { ...result, winner: best } } : undefined;
    }),
  },
  {
    id: "manager:counts-repetitions-of-closed-rounds",
    fault: "Counts a win twice when its report is repeated after its round has closed.",
    agent: withStore((inner) => {
      const again: string[] = [];
      return {
        record: async (result) => {
          const outcome = await inner.record(result);
          const isClosed = ((await inner.completedRound()) ?? 0) >= result.round_id;
          if (outcome === "repeated" && isClosed && result.winner !== null) again.push(result.winner);
          return outcome;
        },
        tallies: async () =>
          (await inner.tallies()).map((tally) => {
            const extra = again.filter((winner) => winner === tally.player_id).length;
            const { played, wins, points } = tally;
            const { win } = protocol.points;
            return {
              ...tally,
              played: played + extra,
              wins: wins + extra,
              points: points + extra * win,
            };
          }),
      };
    }),
  },
  {
    id: "manager:one-player-for-another",
    fault: "Names player A of the first match of the second round in its last one, too.",
    agent: withStore((inner) => ({
      begin: (draw) =>
        inner.begin((members) => {
          const drawn = draw(members);
          if ("refusal" in drawn) return drawn;
          const rounds = drawn.rounds.map((round) => {
            const [first] = round.matches;
            const last = round.matches.at(-1);
            if (round.round_id !== 2 || first === undefined || last === first || last === undefined)
              return round;
            const other = { ...last, player_A_id: first.player_A_id };
            return { ...round, matches: [...round.matches.slice(0, -1), other] };
          });
          return { rounds };
        }),
    })),
  },
  {
    id: "manager:repeats-without-an-endpoint",
    fault: "Leaves player_B_endpoint out of a repeated RUN_MATCH.",
    inject: () => {
      const sent = new Set<string>();
      return onCall("RUN_MATCH", (send, body, _, url) => {
        const { player_B_endpoint, ...order } = body.params as JsonObject;
        const key = `${url} ${String(order.match_id)}`;
        const again = sent.has(key);
        sent.add(key);
        return send(again ? { ...body, params: order } : body);
      });
    },
  },
  {
    id: "manager:swaps-endpoints-for-another-referee",
    fault: "Swaps the endpoints of the players when a match is assigned to another referee.",
    inject: () => {
      const first = new Map<unknown, string>();
      return onCall("RUN_MATCH", (send, body, _, url) => {
        const order = body.params as JsonObject;
        const referee = first.get(order.match_id) ?? url;
        first.set(order.match_id, referee);
        const { player_A_endpoint, player_B_endpoint } = order;
        const swapped = {
          ...order,
          player_A_endpoint: player_B_endpoint,
          player_B_endpoint: player_A_endpoint,
        };
        return send(referee === url ? body : { ...body, params: swapped });
      });
    },
  },
  {
    id: "manager:omits-completion-after-a-missed-message",
    fault: "Sends no LEAGUE_COMPLETED to a player that has left one message unanswered.",
    inject: () => {
      const missed = new Set<string>();
      return onCall("*", async (send, body, _, url) => {
        if (missed.has(url) && (body.params as JsonObject).message_type === "LEAGUE_COMPLETED")
          return acknowledged(body);
        return send(body).catch((error: unknown) => {
          missed.add(url);
          throw error;
        });
      });
    },
  },
  {
    id: "manager:accepts-referees-that-have-reported",
    fault: "Does not check the token of a referee after its first recorded report.",
    inject: withLeague(({ members }) => {
      const trusted = new Set<unknown>();
      return all(
        changeRequest("MATCH_RESULT_REPORT", (report) => {
          const known = members.find(({ role, id }) => report.sender === `${role}:${id}`);
          return known !== undefined && trusted.has(report.sender)
            ? { ...report, auth_token: known.token }
            : undefined;
        }),
        changeReply("MATCH_RESULT_REPORT", (_, { request }) => {
          trusted.add(request.sender);
          return undefined;
        }),
      );
    }),
  },
  {
    id: "manager:acknowledges-repetitions-otherwise",
    fault: "Acknowledges a repeated report with the status `duplicate`.",
    inject: () => {
      const recorded = new Set<unknown>();
      return changeReply("MATCH_RESULT_REPORT", (reply) =>
        recorded.size === recorded.add(reply.match_id).size ? { ...reply, status: "duplicate" } : undefined,
      );
    },
  },
  {
    id: "manager:leaves-technical-losses-out",
    fault: "Does not count technical losses in matches_played.",
    inject: () => {
      const lost = new Map<unknown, Set<unknown>>();
      return all(
        changeReply("MATCH_RESULT_REPORT", (_, { request: { round_id, match_id, result } }) => {
          if (valueAt(result, "/status") === "TECHNICAL_LOSS")
            lost.set(round_id, (lost.get(round_id) ?? new Set()).add(match_id));
          return undefined;
        }),
        changeCall("ROUND_COMPLETED", (message) => ({
          ...message,
          matches_played: Number(message.matches_played) - (lost.get(message.round_id)?.size ?? 0),
        })),
      );
    },
  },
  {
    id: "manager:shows-the-schedule-to-all",
    fault: "Answers GET_SCHEDULE without checking the token.",
    inject: withLeague(({ members }) =>
      changeRequest("LEAGUE_QUERY", (query) => {
        const asking = members.find(({ role, id }) => query.sender === `${role}:${id}`);
        return asking !== undefined && query.query_type === "GET_SCHEDULE"
          ? { ...query, auth_token: asking.token }
          : undefined;
      }),
    ),
  },
  {
    id: "manager:answers-the-last-table",
    fault: "Answers GET_STANDINGS with the table that it has sent last.",
    inject: () => {
      let last: unknown;
      return all(
        changeCall("LEAGUE_STANDINGS_UPDATE", ({ standings }) => {
          last = standings;
          return undefined;
        }),
        changeReply("LEAGUE_QUERY", (reply) =>
          reply.query_type === "GET_STANDINGS" && isObject(reply.data) && last !== undefined
            ? { ...reply, data: { ...reply.data, standings: last } }
            : undefined,
        ),
      );
    },
  },
];
