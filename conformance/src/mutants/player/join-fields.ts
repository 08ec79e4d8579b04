/** A GAME_JOIN_ACK in which one thing is wrong. */
import { valueAt } from "../../json/pointer.js";
import type { Surgery } from "../../subject/in-process-subject.js";
import { utc } from "../../time/utc.js";
import { type Mutant, mutant } from "../mutant.js";
import { all, type Change, changeReply, changeRequest } from "../surgery.js";

const HOUR_MS = 60 * 60 * 1_000;

const faults: Record<string, [fault: string, change: Change]> = {
  declines: ["Declines every invitation.", (join) => ({ ...join, accept: false })],
  "accepts-in-words": ['Says "yes" instead of true.', (join) => ({ ...join, accept: "yes" })],
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
    "Joins under a conversation_id of its own.",
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

/** Answers every invitation but the first to each match with something else in it. */
function whenInvitedAgain(change: Change): () => Surgery {
  return () => {
    const joined = new Set<unknown>();
    return changeReply("GAME_INVITATION", (join, context) => {
      const again = joined.has(join.match_id);
      joined.add(join.match_id);
      return again ? change(join, context) : undefined;
    });
  };
}

export default [
  ...Object.entries(faults).map(
    ([name, [fault, change]]): Mutant =>
      mutant({ id: `player:${name}`, fault, surgery: changeReply("GAME_INVITATION", change) }),
  ),
  mutant({
    id: "player:joins-first-match-for-ever",
    fault: "Answers every invitation with the match_id of the first.",
    surgery: () => {
      let first: unknown;
      return changeReply("GAME_INVITATION", (join) => {
        first ??= join.match_id;
        return { ...join, match_id: first };
      });
    },
  }),
  mutant({
    id: "player:arrives-once",
    fault: "Gives the time of its first join in every join.",
    surgery: () => {
      let first: unknown;
      return changeReply("GAME_INVITATION", (join) => {
        first ??= join.arrival_timestamp;
        return { ...join, arrival_timestamp: first };
      });
    },
  }),
  mutant({
    id: "player:joins-again-in-new-conversation",
    fault: "Answers a repeated invitation under a conversation_id of its own.",
    surgery: whenInvitedAgain((join) => ({ ...join, conversation_id: "conv-mine" })),
  }),
  mutant({
    id: "player:joins-again-elsewhere",
    fault: "Answers a repeated invitation with the match_id of another match.",
    surgery: whenInvitedAgain((join) => ({ ...join, match_id: "R99M99" })),
  }),
  mutant({
    id: "player:declines-the-unannounced",
    fault: "Declines matches that were not announced, from the first announcement on.",
    surgery: () => {
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
  }),
];
