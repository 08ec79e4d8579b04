import { deadlineOf } from "../../contract.js";
import { isObject, valueAt } from "../../json/pointer.js";
import type { JsonObject } from "../../json/scan.js";
import type { Transport } from "../../sdk.js";
import type { FaultInjection } from "../../subject/in-process-subject.js";
import { utc } from "../../time/utc.js";
import {
  all,
  answerInstead,
  type Change,
  changeReply,
  changeRequest,
  delaysReply,
  ignores,
  resultReply,
} from "../fault-injection.js";
import type { Mutant } from "../mutant.js";

const HOUR_MS = 60 * 60 * 1_000;

const faults: Record<string, [fault: string, change: Change]> = {
  declines: ["Declines every invitation.", (join) => ({ ...join, accept: false })],
  "accepts-in-words": ['Writes "yes" instead of true.', (join) => ({ ...join, accept: "yes" })],
  "accepts-silently": ["Leaves `accept` out.", ({ accept: _, ...join }) => join],
  "arrives-at-no-time": ["Leaves `arrival_timestamp` out.", ({ arrival_timestamp: _, ...join }) => join],
  "declines-to-be-player-b": [
    "Declines every invitation as PLAYER_B.",
    (join, { request }) => (request.role_in_match === "PLAYER_B" ? { ...join, accept: false } : join),
  ],
  "arrives-in-another-zone": [
    "Gives the time of another time zone as if it were UTC.",
    (join, { tools }) => ({ ...join, arrival_timestamp: utc(tools.clock.now() + 2 * HOUR_MS) }),
  ],
  "arrives-now": ['Gives "now" as its arrival_timestamp.', (join) => ({ ...join, arrival_timestamp: "now" })],
  "joins-in-new-conversation": [
    "Joins under a new conversation_id.",
    (join, { tools }) => ({ ...join, conversation_id: `conv-mine-${tools.random.below(1_000_000)}` }),
  ],
  "joins-without-conversation": [
    "Joins without a conversation_id.",
    ({ conversation_id: _, ...join }) => join,
  ],
  "joins-without-match": ["Joins without a match_id.", ({ match_id: _, ...join }) => join],
  "joins-without-name": ["Joins without its player_id.", ({ player_id: _, ...join }) => join],
  "joins-as-its-opponent": [
    "Joins with the player_id of its opponent.",
    (join, { request }) => ({ ...join, player_id: request.opponent_id }),
  ],
};

/** Changes the answer to every invitation but the first to each match. */
function whenInvitedAgain(change: Change): () => FaultInjection {
  return () => {
    const joined = new Set<unknown>();
    return changeReply("GAME_INVITATION", (join, context) => {
      const again = joined.has(join.match_id);
      joined.add(join.match_id);
      return again ? change(join, context) : undefined;
    });
  };
}

const isAcknowledgement = ({ message_type }: JsonObject) =>
  String(message_type).endsWith("_ACK") &&
  message_type !== "GAME_JOIN_ACK" &&
  message_type !== "SHUTDOWN_ACK";

const A_LITTLE_MS = 500;

const tooLate = (type: string) => delaysReply(type, deadlineOf(type) + A_LITTLE_MS);

/** Answers only the first message of this type about each match. */
function onlyOnce(type: string): NonNullable<Mutant["inject"]> {
  return () => {
    const seen = new Set<unknown>();
    return answerInstead(type, ({ match_id }) => {
      if (seen.has(match_id)) return new Promise<never>(() => undefined);
      seen.add(match_id);
      return undefined;
    });
  };
}

export const playerJoinMutants: readonly Mutant[] = [
  // A GAME_JOIN_ACK with one wrong member.
  ...Object.entries(faults).map(
    ([name, [fault, change]]): Mutant => ({
      id: `player:${name}`,
      fault,
      inject: changeReply("GAME_INVITATION", change),
    }),
  ),
  {
    id: "player:always-joins-first-match",
    fault: "Answers every invitation with the match_id of the first.",
    inject: () => {
      let first: unknown;
      return changeReply("GAME_INVITATION", (join) => {
        first ??= join.match_id;
        return { ...join, match_id: first };
      });
    },
  },
  {
    id: "player:arrives-once",
    fault: "Gives the time of its first join in every join.",
    inject: () => {
      let first: unknown;
      return changeReply("GAME_INVITATION", (join) => {
        first ??= join.arrival_timestamp;
        return { ...join, arrival_timestamp: first };
      });
    },
  },
  {
    id: "player:joins-again-in-new-conversation",
    fault: "Answers a repeated invitation under a new conversation_id.",
    inject: whenInvitedAgain((join) => ({ ...join, conversation_id: "conv-mine" })),
  },
  {
    id: "player:joins-again-elsewhere",
    fault: "Answers a repeated invitation with the match_id of another match.",
    inject: whenInvitedAgain((join) => ({ ...join, match_id: "R99M99" })),
  },
  {
    id: "player:declines-the-unannounced",
    fault: "Declines matches that were not announced, from the first announcement on.",
    inject: () => {
      const announced = new Set<unknown>();
      return all(
        changeReply("GAME_INVITATION", (join) =>
          announced.size > 0 && !announced.has(join.match_id) ? { ...join, accept: false } : undefined,
        ),
        changeRequest("ROUND_ANNOUNCEMENT", ({ matches }) => {
          for (const match of Array.isArray(matches) ? matches : [])
            announced.add(valueAt(match, "/match_id"));
          return undefined;
        }),
      );
    },
  },
  {
    id: "player:calls-its-opponent",
    fault: "Sends its opponent a message when the announcement has its endpoint.",
    inject: () => {
      let wire: Transport | undefined;
      const callOpponent = (url: string) => {
        const body = JSON.stringify({ jsonrpc: "2.0", method: "hello", params: { sender: "player" } });
        wire?.send({ url, body, signal: new AbortController().signal }).catch(() => undefined);
      };
      return all(
        {
          transport: (inner) => {
            wire = inner;
            return inner;
          },
        },
        changeRequest("ROUND_ANNOUNCEMENT", ({ matches }) => {
          for (const match of Array.isArray(matches) ? matches.filter(isObject) : []) {
            if (typeof match.player_B_endpoint === "string") callOpponent(match.player_B_endpoint);
          }
          return undefined;
        }),
      );
    },
  },
  // Acknowledgements with a wrong or missing message type or id.
  {
    id: "player:acknowledges-without-a-name",
    fault: 'Acknowledges with {"status": "ok"} alone.',
    inject: changeReply("*", (message) => (isAcknowledgement(message) ? { status: "ok" } : undefined)),
  },
  {
    id: "player:acknowledges-by-one-name",
    fault: "Acknowledges everything with a message of the type ACK.",
    inject: changeReply("*", (message) =>
      isAcknowledgement(message) ? { ...message, message_type: "ACK" } : undefined,
    ),
  },
  {
    id: "player:acknowledges-another-round",
    fault: "Names round 99 in its acknowledgement of a ROUND_ANNOUNCEMENT.",
    inject: changeReply("ROUND_ANNOUNCEMENT", (message) => ({ ...message, round_id: 99 })),
  },
  {
    id: "player:acknowledges-the-match-before",
    fault: "Names the previous match in its acknowledgement of a GAME_OVER.",
    inject: () => {
      let before: unknown;
      return changeReply("GAME_OVER", (message) => {
        const changed = before === undefined ? undefined : { ...message, match_id: before };
        before = message.match_id;
        return changed;
      });
    },
  },
  // Messages that are answered too late, or never.
  {
    id: "player:joins-late",
    fault: "Joins half a second after the deadline.",
    inject: tooLate("GAME_INVITATION"),
  },
  {
    id: "player:ignores-invitations",
    fault: "Never answers an invitation.",
    inject: ignores("GAME_INVITATION"),
  },
  {
    id: "player:chooses-late",
    fault: "Chooses half a second after the deadline.",
    inject: tooLate("CHOOSE_PARITY_CALL"),
  },
  {
    id: "player:ignores-choice-calls",
    fault: "Never answers the call for its choice.",
    inject: ignores("CHOOSE_PARITY_CALL"),
  },
  {
    id: "player:ignores-announcements",
    fault: "Never answers ROUND_ANNOUNCEMENT.",
    inject: ignores("ROUND_ANNOUNCEMENT"),
  },
  {
    id: "player:ignores-a-repeated-invitation",
    fault: "Does not answer an invitation that is repeated.",
    inject: onlyOnce("GAME_INVITATION"),
  },
  {
    id: "player:ignores-a-repeated-call",
    fault: "Does not answer a call that is repeated.",
    inject: onlyOnce("CHOOSE_PARITY_CALL"),
  },
  {
    id: "player:acknowledges-late",
    fault: "Acknowledges everything half a second after the deadline.",
    inject: all(
      ...["ROUND_ANNOUNCEMENT", "LEAGUE_STANDINGS_UPDATE", "ROUND_COMPLETED", "GAME_OVER"].map(tooLate),
    ),
  },
  {
    id: "player:answers-with-an-empty-result",
    fault: "Accepts the invitation and answers {}.",
    inject: answerInstead("GAME_INVITATION", (_, body) => resultReply(body, {})),
  },
  {
    id: "player:joins-again-in-the-first-conversation",
    fault: "Answers an invitation that is repeated in another conversation with the first conversation_id.",
    inject: () => {
      const first = new Map<unknown, unknown>();
      return changeReply("GAME_INVITATION", ({ match_id, conversation_id, ...join }) => {
        if (!first.has(match_id)) first.set(match_id, conversation_id);
        return { ...join, match_id, conversation_id: first.get(match_id) };
      });
    },
  },
];
