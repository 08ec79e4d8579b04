import { deadlineOf, retryPause } from "../../contract.js";
import { valueAt } from "../../json/pointer.js";
import type { JsonObject } from "../../json/scan.js";
import { TransportError } from "../../sdk.js";
import type { FaultInjection } from "../../subject/in-process-subject.js";
import { pause, within } from "../../time/pause.js";
import {
  all,
  answerInstead,
  answerOf,
  changeCall,
  mistakesTime,
  onCall,
  resultReply,
  type Send,
} from "../fault-injection.js";
import type { Mutant } from "../mutant.js";
import { acknowledgement, replaysMatch, startsOnOrders } from "./message-changes.js";

const [JOIN, CHOICE] = ["GAME_INVITATION", "CHOOSE_PARITY_CALL"] as const;

const opponent = (call: JsonObject) => (call.context as JsonObject).opponent_id;

const changed: Record<
  string,
  [fault: string, type: string, change: (again: JsonObject, first: JsonObject) => JsonObject]
> = {
  "repeats-in-another-role": [
    "Invites each player as player A when it repeats the invitation.",
    JOIN,
    () => ({ role_in_match: "PLAYER_A" }),
  ],
  "repeats-in-another-conversation": [
    "Begins a new conversation with every repeated invitation.",
    JOIN,
    ({ conversation_id }) => ({ conversation_id: `${String(conversation_id)}-again` }),
  ],
  "repeats-for-the-opponent": [
    "Names the opponent in player_id of a repeated choice call.",
    CHOICE,
    (again) => ({ player_id: opponent(again) }),
  ],
  "repeats-an-old-deadline": [
    "Repeats a choice call with the deadline of the first one.",
    CHOICE,
    (_, { deadline }) => ({ deadline }),
  ],
};

function givesUpAfterMs(type: string, ms: number): FaultInjection {
  return repeated(type, (send, body, _, after) => atMost(send(body), after(ms)));
}

/** Applies `act` to every call of the type except the first one in a match to a player. */
function repeated(
  type: string,
  act: (
    send: Send,
    body: JsonObject,
    first: JsonObject,
    after: (ms: number) => Promise<void>,
  ) => ReturnType<Send>,
): FaultInjection {
  const firsts = new Map<string, JsonObject>();
  return onCall(type, (send, body, { clock }, url) => {
    const message = body.params as JsonObject;
    const key = `${String(message.match_id)} ${url}`;
    const first = firsts.get(key);
    firsts.set(key, first ?? message);
    return first === undefined ? send(body) : act(send, body, first, (ms) => pause(clock, ms));
  });
}

function atMost(answer: ReturnType<Send>, over: Promise<void>): ReturnType<Send> {
  const late = over.then(() => {
    throw new TransportError("aborted", "given up");
  });
  return Promise.race([answer, late]);
}

const A_DAY = 24 * 60 * 60 * 1_000;

/** Sends the request once more after half of its deadline. */
function repeatsOpen(type: typeof JOIN | typeof CHOICE): FaultInjection {
  return onCall(type, (send, body, { clock }) => {
    const answer = send(body);
    void within(clock, deadlineOf(type) / 2, answer, () =>
      send({ ...body, id: `again-${String(body.id)}` }),
    ).catch(() => undefined);
    return answer;
  });
}

/** Sends the n-th attempt of a call this many times; with 0 it fails at once. */
function counted(type: string, times: (attempt: number) => number): FaultInjection {
  const attempts = new Map<string, number>();
  return onCall(type, async (send, body, _, url) => {
    const key = `${String((body.params as JsonObject).match_id)} ${url}`;
    const attempt = (attempts.get(key) ?? 0) + 1;
    attempts.set(key, attempt);
    if (times(attempt) === 0) {
      return answerOf({ jsonrpc: "2.0", id: body.id, error: { code: -32_001, message: "not sent" } });
    }
    for (let i = 1; i < times(attempt); i += 1)
      void send({ ...body, id: `copy-${String(body.id)}` }).catch(() => undefined);
    return send(body);
  });
}

export const refereeRetriesMutants: readonly Mutant[] = [
  // Referees whose repeated invitations and choice calls differ from the first ones.
  ...Object.entries(changed).map(
    ([name, [fault, type, change]]): Mutant => ({
      id: `referee:${name}`,
      fault,
      inject: () =>
        repeated(type, (send, body, first) => {
          const again = body.params as JsonObject;
          return send({ ...body, params: { ...again, ...change(again, first) } });
        }),
    }),
  ),
  {
    id: "referee:short-timeout-for-repeated-invitations",
    fault: "Waits one second for the answer to a repeated invitation.",
    inject: () => givesUpAfterMs(JOIN, 1_000),
  },
  {
    id: "referee:short-timeout-for-repeated-calls",
    fault: "Waits ten seconds for the answer to a repeated choice call.",
    inject: () => givesUpAfterMs(CHOICE, 10_000),
  },
  {
    id: "referee:ignores-the-last-answer",
    fault: "Calls a player for the fourth time, and does not read its answer.",
    inject: () => {
      const count = new Map<string, number>();
      return onCall("*", async (send, body, _, url) => {
        const { message_type, match_id } = body.params as JsonObject;
        const key = `${String(message_type)} ${String(match_id)} ${url}`;
        const attempt = (count.get(key) ?? 0) + 1;
        count.set(key, attempt);
        const reply = await send(body);
        if ((message_type !== JOIN && message_type !== CHOICE) || attempt < 4) return reply;
        return { ...reply, body: "" };
      });
    },
  },
  {
    id: "referee:one-clock-for-a-match",
    fault: "Counts the thirty seconds for a choice from the invitation on.",
    inject: () => {
      const begun = new Map<unknown, number>();
      return onCall("*", (send, body, { clock }) => {
        const { message_type, match_id } = body.params as JsonObject;
        if (message_type === JOIN && !begun.has(match_id)) begun.set(match_id, clock.now());
        const left = (begun.get(match_id) ?? clock.now()) + deadlineOf(CHOICE) - clock.now();
        return message_type === CHOICE ? atMost(send(body), pause(clock, Math.max(1, left))) : send(body);
      });
    },
  },
  // Referees that do not keep the deadlines of joins and choices.
  {
    id: "referee:short-timeout-for-joins",
    fault: "Waits three seconds for a join instead of five.",
    inject: mistakesTime(deadlineOf(JOIN), deadlineOf(JOIN) * 0.6),
  },
  {
    id: "referee:short-timeout-for-choices",
    fault: "Waits ten seconds for a choice instead of thirty.",
    inject: mistakesTime(deadlineOf(CHOICE), deadlineOf(CHOICE) / 3),
  },
  {
    id: "referee:gives-29-seconds-for-choices",
    fault: "Waits 29 seconds for a choice instead of thirty.",
    inject: mistakesTime(deadlineOf(CHOICE), deadlineOf(CHOICE) - 1_000),
  },
  {
    id: "referee:waits-six-seconds-for-joins",
    fault: "Waits six seconds for a join instead of five.",
    inject: mistakesTime(deadlineOf(JOIN), deadlineOf(JOIN) + 1_000),
  },
  {
    id: "referee:waits-for-joins-without-limit",
    fault: "Sets no deadline for a join.",
    inject: mistakesTime(deadlineOf(JOIN), A_DAY),
  },
  {
    id: "referee:waits-for-choices-without-limit",
    fault: "Sets no deadline for a choice.",
    inject: mistakesTime(deadlineOf(CHOICE), A_DAY),
  },
  {
    id: "referee:repeats-open-invitations",
    fault: "Repeats an invitation that is still open.",
    inject: repeatsOpen(JOIN),
  },
  {
    id: "referee:repeats-open-calls",
    fault: "Repeats a choice call that is still open.",
    inject: repeatsOpen(CHOICE),
  },
  {
    id: "referee:asks-again-at-once",
    fault: "Repeats its call without a pause.",
    inject: mistakesTime(retryPause(CHOICE, 0), 1),
  },
  {
    id: "referee:asks-again-after-six-seconds",
    fault: "Pauses for six seconds before it repeats its call.",
    inject: mistakesTime(retryPause(CHOICE, 0), 3 * retryPause(CHOICE, 0)),
  },
  {
    id: "referee:asks-only-once",
    fault: "Sends each invitation and each choice call once, and never again.",
    inject: () =>
      all(
        mistakesTime(retryPause(CHOICE, 0), 1),
        counted(JOIN, (count) => (count === 1 ? 1 : 0)),
        counted(CHOICE, (count) => (count === 1 ? 1 : 0)),
      ),
  },
  {
    id: "referee:forfeits-early",
    fault: "Stops waiting for a player after a third of its deadline, and does not repeat its call.",
    inject: () =>
      all(
        mistakesTime(deadlineOf(JOIN), deadlineOf(JOIN) / 3),
        mistakesTime(deadlineOf(CHOICE), deadlineOf(CHOICE) / 3),
        mistakesTime(retryPause(CHOICE, 0), 1),
        counted(JOIN, (count) => (count === 1 ? 1 : 0)),
        counted(CHOICE, (count) => (count === 1 ? 1 : 0)),
      ),
  },
  {
    id: "referee:invites-too-often",
    fault: "Sends each repeated invitation twice.",
    inject: () => counted(JOIN, (count) => (count === 1 ? 1 : 2)),
  },
  // Wrong answers to a repeated RUN_MATCH.
  {
    id: "referee:plays-repeats",
    fault: "Plays a match again for each RUN_MATCH that it receives.",
    inject: () => {
      const known = new Set<unknown>();
      const again = replaysMatch((matchId) => {
        const repeated = known.has(matchId);
        known.add(matchId);
        return repeated;
      });
      return all(startsOnOrders, again);
    },
  },
  {
    id: "referee:loses-finished-matches",
    fault: "Acknowledges RUN_MATCH of a finished match without reporting it again.",
    inject: () => {
      const finished = new Set<unknown>();
      return all(
        changeCall("MATCH_RESULT_REPORT", ({ match_id }) => {
          finished.add(match_id);
          return undefined;
        }),
        answerInstead("RUN_MATCH", (order, body) =>
          finished.has(order.match_id) ? resultReply(body, acknowledgement(order)) : undefined,
        ),
      );
    },
  },
  {
    id: "referee:reports-another-number-again",
    fault: "Draws again when it reports a match for the second time.",
    inject: () => {
      const reported = new Set<unknown>();
      return changeCall("MATCH_RESULT_REPORT", (report) => {
        const again = reported.has(report.match_id);
        reported.add(report.match_id);
        const number = Number(valueAt(report, "/result/details/drawn_number"));
        const result = valueAt(report, "/result") as object;
        return again
          ? {
              ...report,
              result: {
                ...result,
                details: {
                  ...(valueAt(report, "/result/details") as object),
                  drawn_number: (number % 10) + 1,
                },
              },
            }
          : undefined;
      });
    },
  },
];
