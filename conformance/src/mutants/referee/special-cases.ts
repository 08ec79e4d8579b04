import { deadlineOf } from "../../contract.js";
import { isObject } from "../../json/pointer.js";
import type { JsonObject } from "../../json/scan.js";
import { type Transport, TransportError } from "../../sdk.js";
import type { FaultInjection, FaultTools } from "../../subject/in-process-subject.js";
import { pause } from "../../time/pause.js";
import { all, changeCall, jsonOf, observe, onCall } from "../fault-injection.js";
import type { Mutant } from "../mutant.js";
import {
  announcedIn,
  changeAnswered,
  changeEnding,
  fromPlayer,
  Orders,
  replaysMatch,
  resultOf,
} from "./message-changes.js";

const INVITATION = "GAME_INVITATION";

const CALL = "CHOOSE_PARITY_CALL";

const OVER = "GAME_OVER";

/** Less than the deadline of the contract. */
const CUT_DEADLINE_MS = 0.93 * deadlineOf(CALL);

const A_WHILE_MS = 3_000;

/** Counts the earlier calls of the same player in the same match. */
function askedBefore(): (message: JsonObject, url: string) => number {
  const counts = new Map<string, number>();
  return ({ match_id }, url) => {
    const key = `${String(match_id)} ${url}`;
    const before = counts.get(key) ?? 0;
    counts.set(key, before + 1);
    return before;
  };
}

/** Stops waiting too early for the answers to choice calls for which `when` is true. */
function givesUpEarly(when: (message: JsonObject, url: string) => boolean): FaultInjection {
  return onCall(CALL, (send, body, { clock }, url) => {
    if (!when(body.params as JsonObject, url)) return send(body);
    const late = pause(clock, CUT_DEADLINE_MS).then(() => {
      throw new TransportError("aborted", `given up after ${CUT_DEADLINE_MS} ms`);
    });
    return Promise.race([send(body), late]);
  });
}

function isOfB(orders: Orders, message: JsonObject, url: string): boolean {
  return orders.of(message)?.players[1]?.url === url;
}

/** Ends the process when the answer to a GAME_OVER is unreadable. */
const crashesOnAnswers = (inner: Transport, { crash }: FaultTools): Transport => ({
  send: async (request) => {
    const reply = await inner.send(request);
    if (!request.body.includes(`"${OVER}"`) || isObject(jsonOf(reply.body))) return reply;
    crash(new Error("Uncaught SyntaxError: Unexpected token <"));
    return new Promise(() => undefined);
  },
});

/** Referees with faults only in repetitions, with player B, or in several matches. */
export const refereeSpecialCasesMutants: readonly Mutant[] = [
  {
    id: "referee:accepts-other-players-of-b",
    fault: "Accepts an answer of another player as that of B.",
    inject: () => {
      const orders = new Orders();
      const accepting = [INVITATION, CALL].map((type) =>
        changeAnswered(type, (answer, { message, url }) =>
          isOfB(orders, message, url) ? { ...answer, player_id: orders.addressee(message, url) } : undefined,
        ),
      );
      return all(orders.listening, ...accepting);
    },
  },
  {
    id: "referee:gives-b-less-time-for-choices",
    fault: "Stops waiting for the choice of B two seconds early.",
    inject: () => {
      const orders = new Orders();
      return all(
        orders.listening,
        givesUpEarly((message, url) => isOfB(orders, message, url)),
      );
    },
  },
  {
    id: "referee:gives-repeated-calls-less-time",
    fault: "Stops waiting for the answer to a repeated call two seconds early.",
    inject: () => {
      const before = askedBefore();
      return givesUpEarly((message, url) => before(message, url) > 0);
    },
  },
  {
    id: "referee:notifies-a-player-again-later",
    fault: "Sends B another GAME_OVER three seconds after the first one was acknowledged.",
    inject: () => {
      const orders = new Orders();
      const again = onCall(OVER, async (send, body, { clock }, url) => {
        const reply = await send(body);
        if (isOfB(orders, body.params as JsonObject, url)) {
          const { id } = body;
          void pause(clock, A_WHILE_MS)
            .then(() => send({ ...body, id: `again-${String(id)}` }))
            .catch(() => undefined);
        }
        return reply;
      });
      return all(orders.listening, again);
    },
  },
  {
    id: "referee:asks-a-again-in-the-name-of-b",
    fault: "Names B in player_id of a choice call that it repeats to A.",
    inject: () => {
      const orders = new Orders();
      const before = askedBefore();
      const asking = onCall(CALL, (send, body, _, url) => {
        const message = body.params as JsonObject;
        const isRepeated = before(message, url) > 0;
        const player_id = orders.of(message)?.players[1]?.id;
        const isWrong = isRepeated && !isOfB(orders, message, url);
        return send(isWrong ? { ...body, params: { ...message, player_id } } : body);
      });
      return all(orders.listening, asking);
    },
  },
  {
    id: "referee:shows-its-token-once",
    fault: "Leaves its token out of GAME_OVER from its second match on.",
    inject: () => {
      const matches = new Set<unknown>();
      return changeCall(OVER, ({ auth_token, ...message }) => {
        matches.add(message.match_id);
        return matches.size > 1 ? message : undefined;
      });
    },
  },
  {
    id: "referee:later-timeouts-are-broken-connections",
    fault: "Sends E001 for the first missed deadline, and E009 for later ones.",
    inject: () => {
      const before = askedBefore();
      return onCall("GAME_ERROR", (send, body, _, url) => {
        const message = body.params as JsonObject;
        const isLater = before(message, url) > 0 && message.error_code === "E001";
        return send(isLater ? { ...body, params: { ...message, error_code: "E009" } } : body);
      });
    },
  },
  {
    id: "referee:reports-choices-crosswise",
    fault: "Reports the choices of a technical loss each under the other player's id.",
    inject: changeCall("MATCH_RESULT_REPORT", ({ result, ...message }) => {
      if (!isObject(result) || result.status !== "TECHNICAL_LOSS" || !isObject(result.details))
        return undefined;
      const { choices } = result.details;
      const [[a = "", ofA] = [], [b = "", ofB] = []] = Object.entries(isObject(choices) ? choices : {});
      return {
        ...message,
        result: { ...result, details: { ...result.details, choices: { [a]: ofB, [b]: ofA } } },
      };
    }),
  },
  {
    id: "referee:crashes-on-unreadable-acknowledgements",
    fault: "Its process ends with an error when the answer to GAME_OVER is no JSON.",
    inject: { transport: crashesOnAnswers },
  },
  {
    id: "referee:invites-without-a-token-later",
    fault: "Leaves its token out of the invitations from its third match on.",
    inject: () => {
      const matches = new Set<unknown>();
      return changeCall(INVITATION, ({ auth_token, ...invitation }) => {
        matches.add(invitation.match_id);
        return matches.size > 2 ? invitation : undefined;
      });
    },
  },
  {
    id: "referee:replays-an-earlier-finished-match",
    fault: "Plays a finished match again when it is assigned again after another one.",
    inject: () => {
      const finished = new Set<unknown>();
      let last: unknown;
      return all(
        changeCall("MATCH_RESULT_REPORT", ({ match_id }) => {
          finished.add(match_id);
          last = match_id;
          return undefined;
        }),
        replaysMatch((matchId) => finished.has(matchId) && matchId !== last),
      );
    },
  },
  {
    id: "referee:reports-in-the-latest-round",
    fault: "Reports a match under the round of the most recently assigned match.",
    inject: () => {
      let round_id: unknown;
      const note = (order: JsonObject) => {
        round_id = order.round_id;
      };
      return all(
        observe("RUN_MATCH", note),
        observe("ROUND_ANNOUNCEMENT", note),
        changeCall("MATCH_RESULT_REPORT", (report) => ({ ...report, round_id: round_id ?? report.round_id })),
      );
    },
  },
  {
    id: "referee:names-the-latest-opponent",
    fault: "Names player B of the most recently assigned match in the context of a call.",
    inject: () => {
      let latest: JsonObject = {};
      return all(
        observe("RUN_MATCH", (order) => {
          latest = order;
        }),
        observe("ROUND_ANNOUNCEMENT", (round) => {
          latest = announcedIn(round).at(-1) ?? latest;
        }),
        changeCall(CALL, (call) =>
          !isObject(call.context) || latest.match_id === call.match_id || latest.player_B_id === undefined
            ? undefined
            : { ...call, context: { ...call.context, opponent_id: latest.player_B_id } },
        ),
      );
    },
  },
  {
    id: "referee:omits-game-over-after-a-technical-loss",
    fault: "Sends no GAME_OVER to a player that has lost an earlier match by a technical loss.",
    inject: () => {
      const orders = new Orders();
      const lost = new Map<string, unknown>();
      const telling = onCall(OVER, async (send, body, _, url) => {
        const message = body.params as JsonObject;
        const { match_id, game_result } = message;
        const id = orders.addressee(message, url) ?? url;
        if (lost.has(id) && lost.get(id) !== match_id)
          return resultOf(body, fromPlayer(message, "GAME_OVER_ACK", id, { status: "ACKNOWLEDGED" }));
        const isLoss = isObject(game_result) && game_result.status === "TECHNICAL_LOSS";
        if (isLoss && game_result.winner_player_id !== id) lost.set(id, match_id);
        return send(body);
      });
      return all(orders.listening, telling);
    },
  },
  {
    id: "referee:publishes-ids-in-capitals",
    fault: "Publishes the choices under the ids in capitals.",
    inject: changeEnding(({ choices }) => ({
      choices: Object.fromEntries(
        Object.entries(choices).map(([id, choice]) => [id.toUpperCase(), choice] as const),
      ),
    })),
  },
  {
    id: "referee:reports-again-at-the-end",
    fault: "Sends its last report again when the league is completed.",
    inject: () => {
      let again: () => void = () => undefined;
      return all(
        onCall("MATCH_RESULT_REPORT", (send, body) => {
          again = () => void send({ ...body, id: "at-the-end" }).catch(() => undefined);
          return send(body);
        }),
        observe("LEAGUE_COMPLETED", () => again()),
      );
    },
  },
  {
    id: "referee:exchanges-the-winner-after-an-error",
    fault: "Names the loser as the winner of a match in which a choice was invalid.",
    inject: () => {
      const erred = new Set<string>();
      return all(
        onCall("GAME_ERROR", (send, body) => {
          const { error_code, match_id } = body.params as JsonObject;
          if (error_code === "E004") erred.add(String(match_id));
          return send(body);
        }),
        changeEnding(({ matchId, winner, players }) =>
          winner !== null && erred.has(matchId)
            ? { winner: players.find((id) => id !== winner) ?? null }
            : undefined,
        ),
      );
    },
  },
];
