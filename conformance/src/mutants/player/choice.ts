import { valueAt } from "../../json/pointer.js";
import type { JsonObject } from "../../json/scan.js";
import {
  all,
  answerInstead,
  type Change,
  changeReply,
  changeReplyBody,
  changeRequest,
  resultReply,
} from "../fault-injection.js";
import type { Mutant } from "../mutant.js";
import { INTERNAL_ERROR } from "./errors.js";

const faults: Record<string, [fault: string, change: Change]> = {
  "chooses-in-capitals": [
    "Writes its choice in capitals.",
    (choice) => ({ ...choice, parity_choice: String(choice.parity_choice).toUpperCase() }),
  ],
  "chooses-an-unknown-word": ['Chooses "banana".', (choice) => ({ ...choice, parity_choice: "banana" })],
  "chooses-a-number": [
    "Chooses a number instead of a parity.",
    (choice) => ({ ...choice, parity_choice: choice.parity_choice === "even" ? 2 : 1 }),
  ],
  "chooses-with-a-space": [
    "Adds a space to its choice.",
    (choice) => ({ ...choice, parity_choice: `${String(choice.parity_choice)} ` }),
  ],
  "chooses-nothing": ["Leaves its choice out.", ({ parity_choice: _, ...choice }) => choice],
  "chooses-in-new-conversation": [
    "Chooses under a new conversation_id.",
    (choice, { tools }) => ({ ...choice, conversation_id: `conv-mine-${tools.random.below(1_000_000)}` }),
  ],
  "chooses-without-conversation": [
    "Chooses without a conversation_id.",
    ({ conversation_id: _, ...choice }) => choice,
  ],
  "choice-for-other-match": [
    "Answers the call for its choice with the id of another match.",
    (choice) => ({ ...choice, match_id: "R99M99" }),
  ],
  "chooses-without-name": ["Chooses without its player_id.", ({ player_id: _, ...choice }) => choice],
  "chooses-as-its-opponent": [
    "Chooses with the player_id of another player.",
    (choice) => ({ ...choice, player_id: "P02" }),
  ],
};

function choiceFor(
  { match_id, player_id, conversation_id, timestamp }: JsonObject,
  sender: unknown,
): JsonObject {
  return {
    protocol: "league.v2",
    message_type: "CHOOSE_PARITY_RESPONSE",
    sender,
    timestamp,
    conversation_id,
    match_id,
    player_id,
    parity_choice: "even",
  };
}

function isPlayerFault({ error }: JsonObject): boolean {
  return (error as { message?: unknown } | undefined)?.message === "PLAYER_NOT_REGISTERED";
}

export const playerChoiceMutants: readonly Mutant[] = [
  // A CHOOSE_PARITY_RESPONSE with one wrong member.
  ...Object.entries(faults).map(
    ([name, [fault, change]]): Mutant => ({
      id: `player:${name}`,
      fault,
      inject: changeReply("CHOOSE_PARITY_CALL", change),
    }),
  ),
  {
    id: "player:always-chooses-in-first-match",
    fault: "Answers every call with the match_id of the first.",
    inject: () => {
      let first: unknown;
      return changeReply("CHOOSE_PARITY_CALL", (choice) => {
        first ??= choice.match_id;
        return { ...choice, match_id: first };
      });
    },
  },
  {
    id: "player:mixes-matches",
    fault: "Answers each call with the ids of the match to which it was invited last.",
    inject: () => {
      let latest: { match_id: unknown; conversation_id: unknown } | undefined;
      return all(
        changeRequest("GAME_INVITATION", ({ match_id, conversation_id }) => {
          latest = { match_id, conversation_id };
          return undefined;
        }),
        changeReply("CHOOSE_PARITY_CALL", (choice) => ({ ...choice, ...latest })),
      );
    },
  },
  {
    id: "player:chooses-in-the-latest-conversation",
    fault: "Answers each call in the conversation of the match to which it was invited last.",
    inject: () => {
      let latest: unknown;
      return all(
        changeRequest("GAME_INVITATION", ({ conversation_id }) => {
          latest = conversation_id;
          return undefined;
        }),
        changeReply("CHOOSE_PARITY_CALL", (choice) => ({ ...choice, conversation_id: latest })),
      );
    },
  },
  {
    id: "player:nests-its-choice",
    fault: "Puts its whole answer into a member of the result.",
    inject: changeReply("CHOOSE_PARITY_CALL", (choice) => ({ message: choice })),
  },
  {
    id: "player:changes-its-mind",
    fault: "Chooses again each time that it is asked.",
    inject: changeReply("CHOOSE_PARITY_CALL", (choice, { tools }) => ({
      ...choice,
      parity_choice: tools.random.below(2) === 0 ? "even" : "odd",
    })),
  },
  {
    id: "player:chooses-in-the-conversation-of-the-invitation",
    fault: "Chooses with the conversation_id of the invitation instead of the call's.",
    inject: () => {
      const conversations = new Map<unknown, unknown>();
      return all(
        changeRequest("GAME_INVITATION", ({ match_id, conversation_id }) => {
          conversations.set(match_id, conversation_id);
          return undefined;
        }),
        changeReply("CHOOSE_PARITY_CALL", (choice) => ({
          ...choice,
          conversation_id: conversations.get(choice.match_id),
        })),
      );
    },
  },
  {
    id: "player:repeats-its-first-answer",
    fault: "Answers a repeated call with the unchanged first answer.",
    inject: () => {
      const answers = new Map<unknown, JsonObject>();
      return changeReply("CHOOSE_PARITY_CALL", (choice) => {
        const first = answers.get(choice.match_id);
        answers.set(choice.match_id, first ?? choice);
        return first;
      });
    },
  },
  {
    id: "player:chooses-again-in-new-conversation",
    fault: "Answers a repeated call under a new conversation_id.",
    inject: () => {
      const chosen = new Set<unknown>();
      return changeReply("CHOOSE_PARITY_CALL", (choice) => {
        const again = chosen.has(choice.match_id);
        chosen.add(choice.match_id);
        return again ? { ...choice, conversation_id: "conv-mine" } : undefined;
      });
    },
  },
  {
    wire: "flat",
    id: "player:flat-chooses-in-capitals",
    fault: "Writes its choice in capitals, in the flat dialect.",
    inject: changeReply("CHOOSE_PARITY_CALL", (answer) => ({
      ...answer,
      choice: String(answer.choice).toUpperCase(),
    })),
  },
  {
    id: "player:chooses-in-capitals-when-it-leads",
    fault: "Writes its choice in capitals when it has won more than it lost.",
    inject: changeReply("CHOOSE_PARITY_CALL", (choice, { request }) => {
      const [wins, losses] = ["wins", "losses"].map((name) =>
        Number(valueAt(request, `/context/your_standings/${name}`)),
      );
      return Number(wins) > 0 && Number(wins) >= Number(losses)
        ? { ...choice, parity_choice: String(choice.parity_choice).toUpperCase() }
        : undefined;
    }),
  },
  {
    id: "player:chooses-nothing-after-a-draw",
    fault: "Leaves its choice out in the match that follows a draw.",
    inject: () => {
      let drew = false;
      return all(
        changeRequest("GAME_OVER", (over) => {
          drew = valueAt(over, "/game_result/status") === "DRAW";
          return undefined;
        }),
        changeReply("CHOOSE_PARITY_CALL", ({ parity_choice: _, ...choice }) => (drew ? choice : undefined)),
      );
    },
  },
  {
    id: "player:chooses-none-after-an-error",
    fault: 'Chooses "none" once it was sent a GAME_ERROR.',
    inject: () => {
      let erred = false;
      return all(
        changeRequest("GAME_ERROR", () => {
          erred = true;
          return undefined;
        }),
        changeReply("CHOOSE_PARITY_CALL", (choice) =>
          erred ? { ...choice, parity_choice: "none" } : undefined,
        ),
      );
    },
  },
  ...(
    [
      ["starts-over-when-invited-again", "GAME_INVITATION", "it is invited again"],
      ["starts-over-after-an-error", "GAME_ERROR", "it receives an error"],
    ] as const
  ).map(
    ([name, type, when]): Mutant => ({
      id: `player:${name}`,
      fault: `Chooses again when ${when}.`,
      inject: () => {
        const choices = new Map<unknown, unknown>();
        const restarted = new Set<unknown>();
        return all(
          changeRequest(type, ({ match_id }) => {
            if (choices.delete(match_id)) restarted.add(match_id);
            return undefined;
          }),
          changeReply("CHOOSE_PARITY_CALL", (choice, { tools }) => {
            if (!choices.has(choice.match_id)) {
              const anew = tools.random.below(2) === 0 ? "even" : "odd";
              choices.set(choice.match_id, restarted.has(choice.match_id) ? anew : choice.parity_choice);
            }
            return { ...choice, parity_choice: choices.get(choice.match_id) };
          }),
        );
      },
    }),
  ),
  // Players that choose where that is forbidden.
  {
    id: "player:chooses-uninvited",
    fault: "Answers the call for a match to which it was not invited.",
    inject: () => {
      const invited = new Set<unknown>();
      return all(
        answerInstead("CHOOSE_PARITY_CALL", (call, body) =>
          invited.has(call.match_id)
            ? undefined
            : resultReply(body, choiceFor(call, `player:${String(call.player_id)}`)),
        ),
        changeRequest("GAME_INVITATION", ({ match_id }) => {
          invited.add(match_id);
          return undefined;
        }),
      );
    },
  },
  {
    id: "player:chooses-for-any-sender",
    fault: "Answers a call that names another player.",
    inject: changeReplyBody("CHOOSE_PARITY_CALL", (body, { request }) =>
      isPlayerFault(body)
        ? { jsonrpc: "2.0", id: body.id, result: choiceFor(request, "player:P00") }
        : undefined,
    ),
  },
  {
    id: "player:refuses-with-internal-error",
    fault: "Refuses all that the league forbids with an internal error.",
    inject: changeReplyBody("*", (body) => {
      const code = Number(valueAt(body, "/error/code"));
      const isOfLeague = code < -32_000 && code >= -32_099;
      return isOfLeague
        ? { jsonrpc: "2.0", id: body.id, error: { code: INTERNAL_ERROR, message: "Internal error" } }
        : undefined;
    }),
  },
];
