import { deadlineOf } from "../../contract.js";
import { copy, isObject, putAt, valueAt } from "../../json/pointer.js";
import type { JsonObject } from "../../json/scan.js";
import type { FaultInjection } from "../../subject/in-process-subject.js";
import { pause } from "../../time/pause.js";
import { all, answerInstead, answerOf, changeCall, onCall } from "../fault-injection.js";
import type { Mutant } from "../mutant.js";
import {
  changeAnswer,
  changeAnswered,
  changeEnding,
  fromPlayer,
  hasFailed,
  Orders,
  resultOf,
  startsOnOrders,
} from "./message-changes.js";

const A_DAY = 24 * 60 * 60 * 1_000;

function failedIn(message: JsonObject): boolean {
  const number =
    valueAt(message, "/game_result/drawn_number") ?? valueAt(message, "/result/details/drawn_number");
  return typeof number !== "number";
}

/** The referee gets an acknowledgement, but the call was never sent. */
function keepsQuiet(type: "GAME_OVER" | "MATCH_RESULT_REPORT"): FaultInjection {
  const orders = new Orders();
  const quiet = onCall(type, async (send, body, _, url) => {
    const message = body.params as JsonObject;
    if (!failedIn(message)) return send(body);
    const status = type === "GAME_OVER" ? "ACKNOWLEDGED" : "recorded";
    const acknowledgement = type === "GAME_OVER" ? "GAME_OVER_ACK" : "MATCH_RESULT_ACK";
    return resultOf(
      body,
      fromPlayer(message, acknowledgement, orders.addressee(message, url) ?? "P01", { status }),
    );
  });
  return all(orders.listening, quiet);
}

function changesRetryInfo(change: (info: JsonObject) => JsonObject): FaultInjection {
  return changeCall("GAME_ERROR", (error) => {
    const { retry_info } = error;
    return isObject(retry_info)
      ? { ...error, retry_info: { ...retry_info, ...change(retry_info) } }
      : undefined;
  });
}

export const refereeFailuresMutants: readonly Mutant[] = [
  // Referees that handle a failed player wrongly.
  {
    id: "referee:sends-nothing-after-a-failure",
    fault: "Sends neither GAME_OVER nor a report of a match in which a player failed.",
    inject: all(keepsQuiet("GAME_OVER"), keepsQuiet("MATCH_RESULT_REPORT")),
  },
  {
    id: "referee:no-game-over-after-a-failure",
    fault: "Does not send GAME_OVER of a match in which a player failed.",
    inject: keepsQuiet("GAME_OVER"),
  },
  {
    id: "referee:no-report-after-a-failure",
    fault: "Does not report a match in which a player failed.",
    inject: keepsQuiet("MATCH_RESULT_REPORT"),
  },
  {
    id: "referee:stops-after-a-failure",
    fault: "Plays nothing more after a match in which a player failed.",
    inject: () => {
      let dead = false;
      const dies = changeCall("MATCH_RESULT_REPORT", (report) => {
        dead ||= failedIn(report);
        return undefined;
      });
      return all(
        startsOnOrders,
        dies,
        answerInstead("RUN_MATCH", () => (dead ? new Promise<never>(() => undefined) : undefined)),
      );
    },
  },
  {
    id: "referee:loss-for-the-wrong-side",
    fault: "Names the player that failed as the winner.",
    inject: changeEnding((ending) => {
      const { winner, players } = ending;
      return hasFailed(ending) && winner !== null
        ? { winner: players.find((id) => id !== winner) ?? null }
        : undefined;
    }),
  },
  {
    id: "referee:late-b-wins",
    fault: "Names player B as the winner when B has failed.",
    inject: changeEnding((ending) => {
      const [a, b = null] = ending.players;
      return hasFailed(ending) && ending.winner === a ? { winner: b } : undefined;
    }),
  },
  {
    id: "referee:failing-b-draws",
    fault: "Ends a match in a draw when B has failed.",
    inject: changeEnding((ending) =>
      hasFailed(ending) && ending.winner !== null && ending.winner === ending.players[0]
        ? { status: "DRAW", winner: null }
        : undefined,
    ),
  },
  {
    id: "referee:a-wins-when-both-time-out",
    fault: "Names player A as the winner when neither player has answered.",
    inject: changeEnding((ending) => {
      const [a = null] = ending.players;
      return hasFailed(ending) && ending.winner === null
        ? { status: "TECHNICAL_LOSS", winner: a }
        : undefined;
    }),
  },
  {
    id: "referee:invalid-choice-beats-missing-one",
    fault: "Names a player with an invalid choice as the winner over one without a choice.",
    inject: () => {
      const invalidChoosers = new Map<unknown, Set<string>>();
      return all(
        changeAnswered("CHOOSE_PARITY_CALL", (_, { message }) => {
          const received = invalidChoosers.get(message.match_id) ?? new Set();
          invalidChoosers.set(message.match_id, received.add(String(message.player_id)));
          return undefined;
        }),
        changeEnding((ending) => {
          const [one = null, ...others] = invalidChoosers.get(ending.matchId) ?? [];
          const isAlone = hasFailed(ending) && ending.winner === null && one !== null && others.length === 0;
          return isAlone ? { status: "TECHNICAL_LOSS", winner: one } : undefined;
        }),
      );
    },
  },
  {
    id: "referee:both-late-is-a-loss",
    fault: "Gives no points when both players were late.",
    inject: changeEnding((ending) =>
      hasFailed(ending) && ending.status === "DRAW" ? { status: "TECHNICAL_LOSS" } : undefined,
    ),
  },
  {
    id: "referee:both-unreachable-is-a-draw",
    fault: "Gives a point to each of two players that could not be reached or declined.",
    inject: changeEnding((ending) =>
      hasFailed(ending) && ending.winner === null ? { status: "DRAW" } : undefined,
    ),
  },
  {
    id: "referee:plays-on-after-a-decline",
    fault: "Treats every GAME_JOIN_ACK as an acceptance.",
    inject: changeAnswered("GAME_INVITATION", (answer) => ({ ...answer, accept: true })),
  },
  {
    id: "referee:b-may-not-decline",
    fault: "Treats every GAME_JOIN_ACK of player B as an acceptance.",
    inject: changeAnswered("GAME_INVITATION", (answer, { message }) =>
      message.role_in_match === "PLAYER_B" ? { ...answer, accept: true } : undefined,
    ),
  },
  {
    id: "referee:waits-after-a-decline",
    fault: "Ends a declined match only when the deadline of the other player is over.",
    inject: changeAnswer("GAME_INVITATION", async (body, { tools }) => {
      if (valueAt(body, "/result/accept") === false)
        await pause(tools.clock, deadlineOf("GAME_INVITATION") * 0.9);
      return undefined;
    }),
  },
  {
    id: "referee:waits-for-acknowledgements-without-limit",
    fault: "Waits for an acknowledgement of GAME_OVER from a player that has never answered.",
    inject: onCall("MATCH_RESULT_REPORT", async (send, body, { clock }) => {
      if (failedIn(body.params as JsonObject)) await pause(clock, deadlineOf("GAME_OVER") * 0.9);
      return send(body);
    }),
  },
  {
    id: "referee:waits-for-each-acknowledgement",
    fault: "Reports only when both players have acknowledged GAME_OVER, without a time limit.",
    inject: {
      clock: (inner) => ({
        now: () => inner.now(),
        after: (ms, run) => inner.after(ms === deadlineOf("GAME_OVER") ? A_DAY : ms, run),
      }),
    },
  },
  {
    id: "referee:invents-a-number",
    fault: "Names a number that was never drawn.",
    inject: changeEnding((ending) => (hasFailed(ending) ? { number: 4 } : undefined)),
  },
  {
    id: "referee:says-none-for-no-choice",
    fault: 'Writes "none" for a choice that was not made.',
    inject: changeEnding((ending) => {
      const choices = Object.entries(ending.choices).map(([id, choice]) => [id, choice ?? "none"] as const);
      return hasFailed(ending) ? { choices: Object.fromEntries(choices) } : undefined;
    }),
  },
  {
    id: "referee:leaves-out-choices-that-were-not-made",
    fault: "Lists only the players that have chosen among the choices.",
    inject: changeEnding((ending) => {
      const choices = Object.entries(ending.choices).filter(([, choice]) => choice !== null);
      return hasFailed(ending) ? { choices: Object.fromEntries(choices) } : undefined;
    }),
  },
  // Referees with wrong errors to a player.
  {
    id: "referee:repeats-results-for-another-reason",
    fault: "Sends GAME_OVER again, with another reason, to a player that answers it with an HTTP error.",
    inject: onCall("GAME_OVER", async (send, body) => {
      const reply = await send(body);
      const again = copy(body);
      putAt(again, "/params/game_result/reason", "It was so.");
      return reply.status < 500 ? reply : send(again);
    }),
  },
  {
    id: "referee:sends-no-errors",
    fault: "Never sends GAME_ERROR.",
    inject: onCall("GAME_ERROR", async () => answerOf({})),
  },
  {
    id: "referee:sends-the-second-player-no-errors",
    fault: "Does not send its second GAME_ERROR.",
    inject: () => {
      const players = new Set<string>();
      return onCall("GAME_ERROR", async (send, body, _, url) =>
        [...players.add(url)].indexOf(url) === 1 ? answerOf({}) : send(body),
      );
    },
  },
  {
    id: "referee:sends-no-retry-info",
    fault: "Leaves retry_info out of GAME_ERROR.",
    inject: changeCall("GAME_ERROR", ({ retry_info: _, ...error }) => error),
  },
  {
    id: "referee:complains-about-no-match",
    fault: "Leaves match_id out of GAME_ERROR.",
    inject: changeCall("GAME_ERROR", ({ match_id: _, ...error }) => error),
  },
  {
    id: "referee:miscounts-its-retries",
    fault: "Counts the retries in GAME_ERROR from 0.",
    inject: changesRetryInfo(({ retry_count }) => ({ retry_count: Number(retry_count) - 1 })),
  },
  {
    id: "referee:promises-more-retries",
    fault: "Announces five retries in GAME_ERROR, and makes three.",
    inject: changesRetryInfo(() => ({ max_retries: 5 })),
  },
  {
    id: "referee:retries-in-the-past",
    fault: "Announces in GAME_ERROR a retry at a time in the past.",
    inject: changesRetryInfo(() => ({ next_retry_at: "2020-01-01T00:00:00Z" })),
  },
  {
    id: "referee:names-the-opponent-in-errors",
    fault: "Names the opponent in affected_player of GAME_ERROR.",
    inject: () => {
      const orders = new Orders();
      const blames = changeCall("GAME_ERROR", (error) => {
        const other = orders.of(error)?.players.find(({ id }) => id !== error.affected_player);
        return { ...error, affected_player: other?.id };
      });
      return all(orders.listening, blames);
    },
  },
  {
    id: "referee:calls-a-timeout-a-broken-connection",
    fault: "Sends E009 for a missed deadline.",
    inject: changeCall("GAME_ERROR", (error) =>
      error.error_code === "E001" ? { ...error, error_code: "E009" } : undefined,
    ),
  },
  {
    id: "referee:reports-invalid-choice-as-timeout",
    fault: "Sends E001 for an invalid choice.",
    inject: changeCall("GAME_ERROR", (error) =>
      error.error_code === "E004" ? { ...error, error_code: "E001" } : undefined,
    ),
  },
];
