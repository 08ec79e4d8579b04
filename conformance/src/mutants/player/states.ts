import { deadlineOf } from "../../contract.js";
import { isObject, valueAt } from "../../json/pointer.js";
import type { JsonObject } from "../../json/scan.js";
import type { FaultInjection } from "../../subject/in-process-subject.js";
import { pause } from "../../time/pause.js";
import {
  acknowledgesInvalidParams,
  all,
  answerInstead,
  changeReply,
  demands,
  errorReply,
  observe,
} from "../fault-injection.js";
import type { Mutant } from "../mutant.js";
import { INVALID_STATE } from "./errors.js";

/** Refuses messages of this type with E008 while `when` is true. */
function refusesWhen(type: string, when: (message: JsonObject) => boolean): FaultInjection {
  return answerInstead(type, (message, body) =>
    when(message) ? errorReply(body, INVALID_STATE, "INVALID_STATE") : undefined,
  );
}

const A_MOMENT_MS = 100;

const A_SECOND_MS = 1_000;

function stateful(id: string, fault: string, make: () => FaultInjection): Mutant {
  return { id: `player:${id}`, fault, inject: make };
}

/** The matches of a ROUND_ANNOUNCEMENT. */
function announced({ matches }: JsonObject): JsonObject[] {
  return Array.isArray(matches) ? matches.filter(isObject) : [];
}

/** Whether the same sender has sent this about the match before. */
function seenBefore(): (message: JsonObject) => boolean {
  const seen = new Set<string>();
  return ({ match_id, sender }) => {
    const key = `${match_id} ${sender}`;
    if (seen.has(key)) return true;
    seen.add(key);
    return false;
  };
}

export const playerStatesMutants: readonly Mutant[] = [
  stateful("third-join-names-no-match", "Leaves match_id out of its third join.", () => {
    let joins = 0;
    return changeReply("GAME_INVITATION", ({ match_id, ...join }) => {
      joins += 1;
      return joins === 3 ? join : { ...join, match_id };
    });
  }),
  stateful("later-choices-name-no-player", "Leaves player_id out of its choices from the fourth on.", () => {
    let choices = 0;
    return changeReply("CHOOSE_PARITY_CALL", ({ player_id, ...choice }) => {
      choices += 1;
      return choices > 3 ? choice : { ...choice, player_id };
    });
  }),
  stateful("third-choice-is-a-list", "Puts its third choice into a list.", () => {
    let choices = 0;
    return changeReply("CHOOSE_PARITY_CALL", (choice) => {
      choices += 1;
      return choices === 3 ? { ...choice, parity_choice: [choice.parity_choice] } : undefined;
    });
  }),
  {
    id: "player:wants-points",
    fault: "Refuses a call whose `your_standings` has no points.",
    inject: demands("CHOOSE_PARITY_CALL", "/context/your_standings/points"),
  },
  // Players that require an order of messages that is not guaranteed.
  stateful("joins-announced-matches-only", "Refuses an invitation to a match that was not announced.", () => {
    const known = new Set<unknown>();
    return all(
      refusesWhen("GAME_INVITATION", ({ match_id }) => !known.has(match_id)),
      observe("ROUND_ANNOUNCEMENT", (round) => {
        for (const match of announced(round)) known.add(match.match_id);
      }),
    );
  }),
  stateful(
    "requires-the-announcement",
    "Refuses an invitation with another opponent than the announcement's.",
    () => {
      const opponents = new Map<unknown, unknown[]>();
      return all(
        refusesWhen(
          "GAME_INVITATION",
          ({ match_id, opponent_id }) => !(opponents.get(match_id)?.includes(opponent_id) ?? true),
        ),
        observe("ROUND_ANNOUNCEMENT", (round) => {
          for (const match of announced(round))
            opponents.set(match.match_id, [match.player_A_id, match.player_B_id]);
        }),
      );
    },
  ),
  stateful("one-match-at-a-time", "Refuses an invitation while another match is open.", () => {
    let open: unknown;
    return all(
      refusesWhen("GAME_INVITATION", ({ match_id }) => open !== undefined && match_id !== open),
      observe("GAME_OVER", ({ match_id }) => {
        if (match_id === open) open = undefined;
      }),
      changeReply("GAME_INVITATION", ({ match_id }) => {
        open = match_id;
        return undefined;
      }),
    );
  }),
  stateful("waits-for-the-result", "Answers the next invitation only when its current match is over.", () => {
    let over = Promise.resolve();
    let end: () => void = () => undefined;
    let current: unknown;
    return all(
      changeReply("GAME_INVITATION", ({ match_id }) => {
        if (match_id === current) return undefined;
        current = match_id;
        over = new Promise((resolve) => {
          end = resolve;
        });
        return undefined;
      }),
      answerInstead("GAME_INVITATION", async ({ match_id }) => {
        if (match_id !== current) await over;
        return undefined;
      }),
      observe("GAME_OVER", ({ match_id }) => {
        if (match_id === current) end();
      }),
    );
  }),
  stateful(
    "pauses-after-a-match",
    "Refuses invitations after a match until the next round is announced.",
    () => {
      let rests = false;
      return all(
        refusesWhen("GAME_INVITATION", () => rests),
        observe("GAME_OVER", () => {
          rests = true;
        }),
        observe("ROUND_ANNOUNCEMENT", () => {
          rests = false;
        }),
      );
    },
  ),
  stateful("joins-once", "Refuses an invitation that is repeated.", () =>
    refusesWhen("GAME_INVITATION", seenBefore()),
  ),
  stateful("chooses-once", "Refuses a call that is repeated.", () =>
    refusesWhen("CHOOSE_PARITY_CALL", seenBefore()),
  ),
  stateful("refuses-a-repeated-game-over", "Refuses a GAME_OVER that is repeated.", () =>
    refusesWhen("GAME_OVER", seenBefore()),
  ),
  stateful("declines-a-repeated-invitation", "Declines an invitation that is repeated.", () => {
    const again = seenBefore();
    return changeReply("GAME_INVITATION", (join, { request }) =>
      again(request) ? { ...join, accept: false } : undefined,
    );
  }),
  stateful(
    "requires-the-conversation",
    "Refuses a call with another conversation_id than the invitation's.",
    () => {
      const conversations = new Map<unknown, unknown>();
      return all(
        refusesWhen(
          "CHOOSE_PARITY_CALL",
          ({ match_id, conversation_id }) => conversations.get(match_id) !== conversation_id,
        ),
        observe("GAME_INVITATION", ({ match_id, conversation_id }) =>
          conversations.set(match_id, conversation_id),
        ),
      );
    },
  ),
  stateful("refuses-a-repeated-announcement", "Refuses a ROUND_ANNOUNCEMENT that is repeated.", () => {
    const rounds = new Set<unknown>();
    return refusesWhen("ROUND_ANNOUNCEMENT", ({ round_id }) => {
      const again = rounds.has(round_id);
      rounds.add(round_id);
      return again;
    });
  }),
  stateful("closes-rounds", "Refuses an invitation in a round whose completion was announced.", () => {
    let complete = 0;
    return all(
      refusesWhen("GAME_INVITATION", ({ round_id }) => Number(round_id) <= complete),
      observe("ROUND_COMPLETED", ({ round_id }) => {
        complete = Math.max(complete, Number(round_id));
      }),
    );
  }),
  ...(
    [
      ["begins", "ROUND_ANNOUNCEMENT", "announced"],
      ["ends", "ROUND_COMPLETED", "complete"],
    ] as const
  ).map(([name, type, word]) =>
    stateful(
      `loses-its-match-when-a-round-${name}`,
      `Has lost its open matches when a round is ${word}.`,
      () => {
        const open = new Set<unknown>();
        const forgotten = new Set<unknown>();
        return all(
          refusesWhen("CHOOSE_PARITY_CALL", ({ match_id }) => forgotten.has(match_id)),
          observe("GAME_INVITATION", ({ match_id }) => open.add(match_id)),
          observe("GAME_OVER", ({ match_id }) => open.delete(match_id)),
          observe(type, () => {
            for (const match of open) forgotten.add(match);
          }),
        );
      },
    ),
  ),
  stateful(
    "gives-up-when-no-retry-is-left",
    "Treats a GAME_ERROR that announces no further retry as the end of the match.",
    () => {
      const given = new Set<unknown>();
      return all(
        refusesWhen("CHOOSE_PARITY_CALL", ({ match_id }) => given.has(match_id)),
        observe("GAME_ERROR", (error) => {
          if (valueAt(error, "/retry_info/next_retry_at") === null) given.add(error.match_id);
        }),
      );
    },
  ),
  stateful("abandons-the-match-on-an-error", "Treats a GAME_ERROR as the end of the match.", () => {
    const abandoned = new Set<unknown>();
    return all(
      refusesWhen("CHOOSE_PARITY_CALL", ({ match_id }) => abandoned.has(match_id)),
      observe("GAME_ERROR", ({ match_id }) => abandoned.add(match_id)),
    );
  }),
  stateful("leaves-soon-after-an-error", "Refuses everything from shortly after a GAME_ERROR on.", () => {
    let left_ms = Number.POSITIVE_INFINITY;
    const injection: FaultInjection = {
      handler: (inner, tools) => {
        const marks = observe("GAME_ERROR", () => {
          left_ms = Math.min(left_ms, tools.clock.now() + A_MOMENT_MS);
        });
        const gone = refusesWhen("*", () => tools.clock.now() >= left_ms);
        const both = all(gone, marks);
        return both.handler?.(inner, tools) ?? inner;
      },
    };
    return injection;
  }),
  stateful("leaves-after-an-error", "Refuses everything after a GAME_ERROR or a LEAGUE_ERROR.", () => {
    let left = false;
    const leave = () => {
      left = true;
    };
    return all(
      refusesWhen("*", () => left),
      observe("GAME_ERROR", leave),
      observe("LEAGUE_ERROR", leave),
    );
  }),
  {
    id: "player:validates-nothing",
    fault: "Treats every message with a type as valid, and acknowledges it.",
    inject: acknowledgesInvalidParams,
  },
  stateful("first-choice-is-late", "Needs 31 s for its first choice.", () => {
    let isFirst = true;
    return answerInstead("CHOOSE_PARITY_CALL", async (_message, _body, { clock }) => {
      const late = isFirst;
      isFirst = false;
      if (late) await pause(clock, deadlineOf("CHOOSE_PARITY_CALL") + A_SECOND_MS);
      return undefined;
    });
  }),
];
