import { valueAt } from "../../json/pointer.js";
import type { JsonObject } from "../../json/scan.js";
import type { FaultInjection } from "../../subject/in-process-subject.js";
import {
  all,
  answerInstead,
  changeReply,
  changeRequest,
  errorReply,
  resultReply,
} from "../fault-injection.js";
import type { Mutant } from "../mutant.js";
import { INVALID_STATE } from "./errors.js";

/** The sender and token of a message. */
type Credentials = { sender: unknown; auth_token: unknown };

/** Stores the first or the latest inviter of each match, and replaces the sender of other messages by it. */
function inviters(
  changed: (inviter: Credentials, message: JsonObject) => JsonObject,
  types: readonly string[],
): () => FaultInjection {
  return () => {
    const known = new Map<unknown, Credentials>();
    return all(
      ...types.map((type) =>
        changeRequest(type, (message) => {
          const inviter = known.get(message.match_id);
          return inviter === undefined ? undefined : changed(inviter, message);
        }),
      ),
      changeRequest("GAME_INVITATION", ({ match_id, sender, auth_token }) => {
        if (!known.has(match_id)) known.set(match_id, { sender, auth_token });
        return undefined;
      }),
    );
  };
}

const beginning = (token: unknown) => String(token).slice(0, 8);

const asManager = (message: JsonObject) => ({ ...message, sender: "league_manager" });

const MANAGERS_MESSAGES = [
  "ROUND_ANNOUNCEMENT",
  "LEAGUE_STANDINGS_UPDATE",
  "ROUND_COMPLETED",
  "LEAGUE_COMPLETED",
  "SHUTDOWN_COMMAND",
];

/** Adds the correct token to messages of this type without one. */
function needsNoToken(type: string): () => FaultInjection {
  return inviters(
    (inviter, message) => (message.auth_token === undefined ? { ...message, ...inviter } : message),
    [type],
  );
}

export const playerImpostorsMutants: readonly Mutant[] = [
  // Players that accept any sender: messages of other senders get the correct sender and token.
  {
    id: "player:obeys-any-referee",
    fault: "Answers the call for its choice from any sender.",
    inject: inviters((inviter, call) => ({ ...call, ...inviter }), ["CHOOSE_PARITY_CALL"]),
  },
  {
    id: "player:looks-at-names-only",
    fault: "Accepts every sender with its referee's name, with any token.",
    inject: inviters(
      (inviter, message) => (message.sender === inviter.sender ? { ...message, ...inviter } : message),
      ["CHOOSE_PARITY_CALL", "GAME_OVER"],
    ),
  },
  {
    id: "player:looks-at-no-empty-token",
    fault: "Accepts every sender with its referee's name whose token is empty.",
    inject: inviters(
      (inviter, message) =>
        message.sender === inviter.sender && message.auth_token === "" ? { ...message, ...inviter } : message,
      ["CHOOSE_PARITY_CALL", "GAME_OVER"],
    ),
  },
  {
    id: "player:looks-at-tokens-only",
    fault: "Accepts every sender with its referee's token, under any name.",
    inject: inviters(
      (inviter, message) =>
        message.auth_token === inviter.auth_token ? { ...message, ...inviter } : message,
      ["CHOOSE_PARITY_CALL", "GAME_OVER"],
    ),
  },
  {
    id: "player:looks-at-the-beginning-of-tokens",
    fault: "Compares the first eight letters of its referee's token only.",
    inject: inviters(
      (inviter, message) =>
        message.sender === inviter.sender && beginning(message.auth_token) === beginning(inviter.auth_token)
          ? { ...message, ...inviter }
          : message,
      ["CHOOSE_PARITY_CALL", "GAME_OVER"],
    ),
  },
  {
    id: "player:accepts-any-error",
    fault: "Treats the sender of a GAME_ERROR as the referee of that match, and accepts no other one.",
    inject: () => {
      const followed = new Map<unknown, unknown>();
      return all(
        answerInstead("CHOOSE_PARITY_CALL", ({ match_id, sender }, body) =>
          followed.has(match_id) && followed.get(match_id) !== sender
            ? errorReply(body, INVALID_STATE, "INVALID_STATE")
            : undefined,
        ),
        changeRequest("GAME_ERROR", ({ match_id, sender }) => {
          followed.set(match_id, sender);
          return undefined;
        }),
      );
    },
  },
  {
    id: "player:accepts-any-result",
    fault: "Accepts a GAME_OVER from any sender, and chooses no more in that match.",
    inject: inviters((inviter, over) => ({ ...over, ...inviter }), ["GAME_OVER"]),
  },
  {
    id: "player:ends-a-match-at-a-refused-result",
    fault: "Refuses another sender's GAME_OVER, and chooses no more in that match.",
    inject: () => {
      const ended = new Set<unknown>();
      return all(
        answerInstead("CHOOSE_PARITY_CALL", ({ match_id }, body) =>
          ended.has(match_id) ? errorReply(body, INVALID_STATE, "INVALID_STATE") : undefined,
        ),
        changeRequest("GAME_OVER", ({ match_id }) => {
          ended.add(match_id);
          return undefined;
        }),
      );
    },
  },
  {
    id: "player:follows-the-latest-inviter",
    fault: "Answers only the referee that invited it to the match last.",
    inject: () => {
      const latest = new Map<unknown, unknown>();
      return all(
        changeRequest("CHOOSE_PARITY_CALL", (call) =>
          latest.get(call.match_id) === call.sender ? undefined : { ...call, auth_token: "not the latest" },
        ),
        changeRequest("GAME_INVITATION", ({ match_id, sender }) => {
          latest.set(match_id, sender);
          return undefined;
        }),
      );
    },
  },
  {
    id: "player:joins-without-a-token",
    fault: "Joins a match whose invitation has no token.",
    inject: changeRequest("GAME_INVITATION", (invitation) =>
      invitation.auth_token === undefined ? { ...invitation, auth_token: "none" } : undefined,
    ),
  },
  {
    id: "player:joins-with-an-empty-token",
    fault: "Joins a match whose invitation has an empty token.",
    inject: changeRequest("GAME_INVITATION", (invitation) =>
      invitation.auth_token === "" ? { ...invitation, auth_token: "none" } : undefined,
    ),
  },
  {
    id: "player:chooses-without-a-token",
    fault: "Answers a call without a token.",
    inject: needsNoToken("CHOOSE_PARITY_CALL"),
  },
  {
    id: "player:accepts-any-announcer",
    fault: "Accepts announcements, standings and completions from any sender.",
    inject: all(
      ...MANAGERS_MESSAGES.filter((type) => type !== "SHUTDOWN_COMMAND").map((type) =>
        changeRequest(type, asManager),
      ),
    ),
  },
  {
    id: "player:accepts-names-like-the-manager",
    fault: "Treats every sender whose name contains the league manager's as the league manager.",
    inject: all(
      ...MANAGERS_MESSAGES.map((type) =>
        changeRequest(type, (message) =>
          String(message.sender).includes("league_manager") ? asManager(message) : undefined,
        ),
      ),
    ),
  },
  {
    id: "player:obeys-any-shutdown",
    fault: "Shuts down at any sender's command.",
    inject: changeRequest("SHUTDOWN_COMMAND", asManager),
  },
  {
    id: "player:acknowledges-any-game-over",
    fault: "Acknowledges the GAME_OVER of a match that it was never in.",
    inject: () => {
      const known = new Set<unknown>();
      return all(
        answerInstead("GAME_OVER", ({ match_id }, body) =>
          known.has(match_id) ? undefined : resultReply(body, { status: "ACKNOWLEDGED" }),
        ),
        changeRequest("GAME_INVITATION", ({ match_id }) => {
          known.add(match_id);
          return undefined;
        }),
      );
    },
  },
  {
    id: "player:shuts-down-for-its-referee",
    fault: "Accepts SHUTDOWN_COMMAND from a referee that has invited it.",
    inject: () => {
      const known = new Set<unknown>();
      return all(
        changeRequest("GAME_INVITATION", ({ sender }) => {
          known.add(sender);
          return undefined;
        }),
        changeRequest("SHUTDOWN_COMMAND", (command) =>
          known.has(command.sender) ? { ...command, sender: "league_manager" } : undefined,
        ),
      );
    },
  },
  {
    id: "player:accepts-any-result-after-the-end",
    fault: "Acknowledges a GAME_OVER from any sender when the match is over.",
    inject: () => {
      const over = new Map<unknown, JsonObject>();
      return all(
        changeRequest("GAME_OVER", (message) => {
          const { sender, auth_token } = over.get(message.match_id) ?? message;
          return { ...message, sender, auth_token };
        }),
        changeReply("GAME_OVER", (_, { request }) => {
          if (!over.has(request.match_id)) over.set(request.match_id, request);
          return undefined;
        }),
      );
    },
  },
  {
    id: "player:chooses-in-capitals-when-behind",
    fault: "Writes its choice in capitals when it has lost more matches than it has won.",
    inject: changeReply("CHOOSE_PARITY_CALL", (choice, { request }) => {
      const { wins, losses } = (valueAt(request, "/context/your_standings") ?? {}) as JsonObject;
      return Number(losses) > Number(wins)
        ? { ...choice, parity_choice: String(choice.parity_choice).toUpperCase() }
        : undefined;
    }),
  },
  {
    id: "player:starts-over-when-invited-after-its-choice",
    fault: "Refuses the GAME_OVER of a match to which it was invited again after its choice.",
    inject: () => {
      const chosen = new Set<unknown>();
      const reset = new Set<unknown>();
      return all(
        changeReply("CHOOSE_PARITY_CALL", ({ match_id }) => {
          chosen.add(match_id);
          reset.delete(match_id);
          return undefined;
        }),
        changeRequest("GAME_INVITATION", ({ match_id }) => {
          if (chosen.has(match_id)) reset.add(match_id);
          return undefined;
        }),
        answerInstead("GAME_OVER", ({ match_id }, body) =>
          reset.has(match_id) ? errorReply(body, INVALID_STATE, "INVALID_STATE") : undefined,
        ),
      );
    },
  },
];
