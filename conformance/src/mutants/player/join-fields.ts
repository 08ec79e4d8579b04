/** A GAME_JOIN_ACK in which one thing is wrong. */
import { type Mutant, mutant } from "../mutant.js";
import { type Change, changeReply } from "../surgery.js";

const faults: Record<string, [fault: string, change: Change]> = {
  declines: ["Declines every invitation.", (join) => ({ ...join, accept: false })],
  "accepts-in-words": ['Says "yes" instead of true.', (join) => ({ ...join, accept: "yes" })],
  "accepts-silently": ["Leaves `accept` out.", ({ accept: _, ...join }) => join],
  "arrives-at-no-time": ["Leaves `arrival_timestamp` out.", ({ arrival_timestamp: _, ...join }) => join],
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
];
