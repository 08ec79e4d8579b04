/** Faults that show only in later messages: the third, each fourth, a repetition, the second of a match, one of a failed one. */
import { deadlineOf } from "../contract.js";
import { copy, putAt, removeAt, valueAt } from "../json/pointer.js";
import type { JsonObject } from "../json/scan.js";
import type { FaultInjection } from "../subject/in-process-subject.js";
import { pause } from "../time/pause.js";
import type { Role } from "../types.js";
import { answerInstead, changeReply, errorReply, onCall } from "./fault-injection.js";
import type { Mutant } from "./mutant.js";

/** Which messages have the fault. @param key its match and its receiver */
type When = () => (message: JsonObject, key: { match: string; receiver: string }) => boolean;

const counting =
  (applies: (count: number) => boolean): When =>
  () => {
    let count = 0;
    return () => {
      count += 1;
      return applies(count);
    };
  };

const seenBefore =
  (keyOf: (key: { match: string; receiver: string }) => string): When =>
  () => {
    const seen = new Set<string>();
    return (_, key) => seen.size === seen.add(keyOf(key)).size;
  };

const WHEN = {
  "from the third on": counting((count) => count >= 3),
  "the third time": counting((count) => count === 3),
  "every third": counting((count) => count % 3 === 0),
  "every fourth": counting((count) => count % 4 === 0),
  "that is repeated": seenBefore(({ match, receiver }) => `${match} ${receiver}`),
  "to the second player": seenBefore(({ match }) => match),
  "of a match without a number": () => (message) =>
    typeof (
      valueAt(message, "/result/details/drawn_number") ?? valueAt(message, "/game_result/drawn_number")
    ) !== "number",
} satisfies Record<string, When>;

const CALL = "CHOOSE_PARITY_CALL";

/** The value in the first message replaces that of the message. */
const FIRST = Symbol("the first one's");

type Row = readonly [
  id: string,
  /** `> TYPE` is the answer to TYPE. */
  message: string,
  when: keyof typeof WHEN,
  pointer: string,
  /** Undefined: the member is missing. */
  value: unknown,
];

const CHANGES: Readonly<Record<Role, readonly Row[]>> = {
  player: [
    ["third-join-has-no-time", "> GAME_INVITATION", "from the third on", "/arrival_timestamp", undefined],
    [
      "third-choice-in-the-first-conversation",
      "> CHOOSE_PARITY_CALL",
      "from the third on",
      "/conversation_id",
      FIRST,
    ],
    [
      "repeats-its-registration-elsewhere",
      "LEAGUE_REGISTER_REQUEST",
      "that is repeated",
      "/player_meta/contact_endpoint",
      "http://127.0.0.1:9/mcp",
    ],
    ["third-acknowledgement-of-the-first-match", "> GAME_OVER", "from the third on", "/match_id", FIRST],
  ],
  referee: [
    [
      "repeats-its-registration-with-another-capacity",
      "REFEREE_REGISTER_REQUEST",
      "that is repeated",
      "/referee_meta/max_concurrent_matches",
      9,
    ],
    ["invites-again-to-another-round", "GAME_INVITATION", "that is repeated", "/round_id", 99],
    ["asks-again-about-another-game", CALL, "that is repeated", "/game_type", "odd_even"],
    [
      "sends-the-second-another-reason",
      "GAME_OVER",
      "to the second player",
      "/game_result/reason",
      "It was so.",
    ],
    [
      "reports-the-first-parity",
      "MATCH_RESULT_REPORT",
      "from the third on",
      "/result/details/number_parity",
      FIRST,
    ],
    [
      "reports-failures-with-choices",
      "MATCH_RESULT_REPORT",
      "of a match without a number",
      "/result/details/choices",
      {},
    ],
    [
      "reports-the-third-in-no-conversation",
      "MATCH_RESULT_REPORT",
      "from the third on",
      "/conversation_id",
      "",
    ],
    ["repeats-reports-without-points", "MATCH_RESULT_REPORT", "that is repeated", "/result/score", {}],
    [
      "reports-failures-without-a-reason",
      "MATCH_RESULT_REPORT",
      "of a match without a number",
      "/result/details/reason",
      undefined,
    ],
    ["sends-the-second-player-no-retries", "GAME_ERROR", "to the second player", "/retry_info", undefined],
    ["every-third-call-counts-no-draws", CALL, "every third", "/context/your_standings/draws", undefined],
    ["ends-later-matches-in-the-first-conversation", "GAME_OVER", "every third", "/conversation_id", FIRST],
    ["third-order-is-the-first-match", "> RUN_MATCH", "from the third on", "/match_id", FIRST],
    [
      "third-announcement-is-an-order",
      "> ROUND_ANNOUNCEMENT",
      "from the third on",
      "/message_type",
      "RUN_MATCH_ACK",
    ],
    ["announces-one-retry-again", "GAME_ERROR", "that is repeated", "/retry_info", FIRST],
    ["every-third-error-has-no-code", "GAME_ERROR", "every third", "/error_code", undefined],
  ],
  manager: [
    [
      "third-rejection-has-a-number-for-a-reason",
      "> LEAGUE_REGISTER_REQUEST",
      "the third time",
      "/reason",
      7,
    ],
    ["every-third-order-in-league-7", "RUN_MATCH", "every third", "/league_id", 7],
    ["every-third-order-names-no-match", "RUN_MATCH", "every third", "/match_id", undefined],
    ["announces-under-the-first-id", "ROUND_ANNOUNCEMENT", "every third", "/matches/0/match_id", FIRST],
    ["losses-in-words", "LEAGUE_STANDINGS_UPDATE", "from the third on", "/standings/0/losses", "none"],
    ["every-third-order-in-conversation-7", "RUN_MATCH", "every third", "/conversation_id", 7],
    ["announces-every-third-as-round-1", "ROUND_ANNOUNCEMENT", "every third", "/round_id", FIRST],
    ["every-third-table-is-a-word", "LEAGUE_STANDINGS_UPDATE", "every third", "/standings", "none"],
    ["orders-every-third-with-another-player", "RUN_MATCH", "every third", "/player_B_id", "P99"],
    ["orders-every-fourth-in-round-9", "RUN_MATCH", "every fourth", "/round_id", 9],
    ["later-answers-have-no-standings", "> LEAGUE_QUERY", "from the third on", "/data/standings", undefined],
    ["records-the-third-as-the-first", "> MATCH_RESULT_REPORT", "from the third on", "/match_id", FIRST],
    [
      "announces-another-referee-to-the-second",
      "ROUND_ANNOUNCEMENT",
      "to the second player",
      "/matches/0/referee_endpoint",
      "http://127.0.0.1:9/mcp",
    ],
  ],
};

/** Requests that are answered with an internal error, a second after the deadline, or never. */
const FAILURES: readonly (readonly [
  id: `${Role}:${string}`,
  type: string,
  when: keyof typeof WHEN,
  how: keyof typeof HOW,
])[] = [
  ["player:misses-every-fourth-call", CALL, "every fourth", "error"],
  ["player:refuses-every-third-table", "LEAGUE_STANDINGS_UPDATE", "every third", "error"],
  ["player:acknowledges-every-third-result-late", "GAME_OVER", "every third", "late"],
  ["referee:acknowledges-every-third-order-late", "RUN_MATCH", "every third", "late"],
  ["manager:admits-the-third-player-late", "LEAGUE_REGISTER_REQUEST", "the third time", "late"],
  ["referee:leaves-the-third-order", "RUN_MATCH", "the third time", "never"],
  ["referee:fails-at-the-third-order", "RUN_MATCH", "the third time", "error"],
  ["referee:fails-at-every-third-announcement", "ROUND_ANNOUNCEMENT", "every third", "error"],
  ["referee:fails-at-the-third-announcement", "ROUND_ANNOUNCEMENT", "the third time", "error"],
];

const HOW = { late: "a second late", error: "with an internal error", never: "never" };

export const laterMessagesMutants: readonly Mutant[] = [
  ...Object.entries(CHANGES).flatMap(([role, rows]) =>
    rows.map(([id, message, when, pointer, value]): Mutant => {
      const what = value === undefined ? "no" : value === FIRST ? "the first one's" : "another";
      return {
        id: `${role as Role}:${id}`,
        fault: `Has ${what} ${pointer.slice(1)} in ${message.replace("> ", "the answer to a ")} ${when}.`,
        inject: () => changing(message, WHEN[when](), pointer, value),
      };
    }),
  ),
  ...FAILURES.map(
    ([id, type, when, how]): Mutant => ({
      id,
      fault: `Answers ${type}, ${when} of them, ${HOW[how]}.`,
      inject: () => {
        const applies = WHEN[when]();
        return answerInstead(type, async (message, body, { clock }) => {
          if (!applies(message, { match: "", receiver: "" })) return undefined;
          if (how === "error") return errorReply(body, -32_603, "Internal error");
          if (how === "never") return new Promise<never>(() => undefined);
          await pause(clock, deadlineOf(type) + 1_000);
          return undefined;
        });
      },
    }),
  ),
];

function changing(
  message: string,
  applies: ReturnType<When>,
  pointer: string,
  value: unknown,
): FaultInjection {
  let first: unknown;
  const change = (one: JsonObject, receiver: string): JsonObject | undefined => {
    first ??= valueAt(one, pointer);
    if (!applies(one, { match: String(one.match_id), receiver })) return undefined;
    const changed = copy(one);
    if (value === undefined) removeAt(changed, pointer);
    else putAt(changed, pointer, value === FIRST ? first : value);
    return changed;
  };
  if (message.startsWith("> ")) return changeReply(message.slice(2), (reply) => change(reply, ""));
  return onCall(message, (send, body, _, url) => {
    const params = change(body.params as JsonObject, url);
    return send(params === undefined ? body : { ...body, params });
  });
}
