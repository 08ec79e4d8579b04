import { valueAt } from "../../json/pointer.js";
import type { JsonObject } from "../../json/scan.js";
import type { Agent, HttpHandler, HttpReply, RunningAgent } from "../../sdk.js";
import type { FaultInjection } from "../../subject/in-process-subject.js";
import { referenceAgent } from "../../subject/reference-agent.js";
import type { LaunchOptions } from "../../subject/subject.js";
import {
  all,
  answerInstead,
  changeReply,
  changeReplyBody,
  changeRequest,
  errorReply,
  jsonReply,
  parse,
  resultReply,
  textOf,
  writesTokenAtTheEnd,
} from "../fault-injection.js";
import type { Mutant } from "../mutant.js";

const reference = referenceAgent("player");

/** The reference player with a changed lifecycle. */
export function withLifecycle(
  change: (running: RunningAgent) => Partial<RunningAgent>,
): (launch: LaunchOptions) => Agent {
  return (launch) => {
    const agent = reference(launch);
    return {
      role: agent.role,
      connect: (link) => {
        const running = agent.connect(link);
        return { ...running, ...change(running) };
      },
    };
  };
}

/** The reference player; its process ends with an error in an exchange for which `isFatal` is true. */
export function crashing(
  isFatal: (request: JsonObject, reply: JsonObject) => boolean,
): (launch: LaunchOptions) => Agent {
  return withLifecycle((running) => {
    let crash: (error: Error) => void = () => undefined;
    const registered = new Promise<never>((_, reject) => {
      crash = reject;
    });
    void running.registered.catch(crash);
    return {
      registered,
      handle: async (http) => {
        const reply = await running.handle(http);
        if (isFatal(parse(http.body) ?? {}, parse(reply.body) ?? {}))
          crash(new Error("Uncaught TypeError: cannot read properties of undefined"));
        return reply;
      },
    };
  });
}

/** A new promise for each use: a shared one would keep its callbacks in memory. */
const never = () => new Promise<never>(() => undefined);

/** Closes the connection at a message of this type instead of answering it. */
function closesConnectionAt(type: string): FaultInjection {
  return {
    deliver: (answer, arrival) => (textOf(arrival.body).includes(`"${type}"`) ? { kind: "close" } : answer),
  };
}

/** A choice that is made without the agent. */
function choice(player_id: unknown, message: JsonObject, body: JsonObject): HttpReply {
  const { protocol, timestamp, conversation_id, match_id } = message;
  const envelope = {
    protocol,
    message_type: "CHOOSE_PARITY_RESPONSE",
    sender: `player:${String(player_id)}`,
    timestamp,
    conversation_id,
  };
  return resultReply(body, { ...envelope, match_id, player_id, parity_choice: "even" });
}

/** The id by which the player names itself. */
class OwnId {
  value: unknown;
  readonly listening = changeReply("*", ({ player_id }) => {
    this.value ??= player_id;
    return undefined;
  });
}

export const playerLifecycleMutants: readonly Mutant[] = [
  // Players that have lost data after a restart.
  {
    id: "player:loses-its-identity",
    fault: "Registers as a new agent when it is started again.",
    lasting: true,
    agent: (launch) => referenceAgent("player")(launch),
  },
  {
    id: "player:leaves-out-its-token",
    fault: "Sends no token when it is started again.",
    lasting: true,
    inject: changeReply("GAME_INVITATION", ({ auth_token, ...join }, { tools }) =>
      tools.launch.after === undefined ? undefined : join,
    ),
  },
  // Players that end incorrectly, or at the wrong time.
  {
    id: "player:acknowledges-shutdown-and-stays",
    fault: "Acknowledges SHUTDOWN_COMMAND and runs on.",
    agent: withLifecycle(() => ({ done: never() })),
  },
  {
    id: "player:writes-its-token-at-the-end",
    fault: "Writes its token to its output when it is ordered to shut down.",
    inject: writesTokenAtTheEnd,
  },
  {
    id: "player:shuts-down-without-acknowledgement",
    fault: "Shuts down without answering SHUTDOWN_COMMAND.",
    inject: closesConnectionAt("SHUTDOWN_COMMAND"),
  },
  {
    id: "player:shuts-down-with-an-error",
    fault: "Shuts down with the exit status 1.",
    agent: withLifecycle(({ registered, done }) => ({
      done: never(),
      registered: Promise.race([
        registered.then(never),
        done.then(() => Promise.reject(new Error("ordered to shut down"))),
      ]),
    })),
  },
  {
    id: "player:ends-without-a-reason",
    fault: "Ends on LEAGUE_COMPLETED without answering it.",
    inject: closesConnectionAt("LEAGUE_COMPLETED"),
    agent: withLifecycle(({ handle, done }) => {
      let end: (why: string) => void = () => undefined;
      const completed = new Promise<string>((resolve) => {
        end = resolve;
      });
      const listening: HttpHandler = async (http) => {
        const reply = await handle(http);
        if (textOf(http.body).includes('"LEAGUE_COMPLETED"')) end("the league is over");
        return reply;
      };
      return { handle: listening, done: Promise.race([done, completed]) };
    }),
  },
  {
    id: "player:ends-on-any-completion",
    fault: "Its process ends when any sender sends it LEAGUE_COMPLETED.",
    agent: crashing((request: JsonObject) => valueAt(request, "/params/message_type") === "LEAGUE_COMPLETED"),
  },
  {
    id: "player:fails-at-a-completion-after-another-senders",
    fault: "Answers LEAGUE_COMPLETED with an internal error when another sender has sent it one before.",
    inject: () => {
      let isTried = false;
      return answerInstead("LEAGUE_COMPLETED", ({ sender }, body) => {
        const isOfManager = sender === "league_manager";
        isTried ||= !isOfManager;
        return isOfManager && isTried ? errorReply(body, -32_603, "Internal error") : undefined;
      });
    },
  },
  {
    id: "player:declines-after-a-refusal",
    fault: "Answers the message that follows one which it refused with an internal error.",
    inject: () => {
      let refusedBefore = false;
      return all(
        changeReplyBody("*", (body) => {
          refusedBefore = "error" in body;
          return undefined;
        }),
        answerInstead("*", (_, body) => {
          if (!refusedBefore) return undefined;
          refusedBefore = false;
          return jsonReply({
            jsonrpc: "2.0",
            id: body.id ?? null,
            error: { code: -32_603, message: "Internal error" },
          });
        }),
      );
    },
  },
  {
    id: "player:chooses-after-the-end",
    fault: "Still chooses in matches that are over.",
    inject: () => {
      const over = new Set<unknown>();
      let ownId: unknown;
      return all(
        changeReply("GAME_INVITATION", ({ player_id }) => {
          ownId = player_id;
          return undefined;
        }),
        changeRequest("GAME_OVER", ({ match_id }) => {
          over.add(match_id);
          return undefined;
        }),
        answerInstead("CHOOSE_PARITY_CALL", (message, body) =>
          over.has(message.match_id) ? choice(ownId, message, body) : undefined,
        ),
      );
    },
  },
  {
    id: "player:hangs-as-the-champion",
    fault: "Does not answer LEAGUE_COMPLETED when it is the champion itself.",
    inject: () => {
      const own = new OwnId();
      return all(
        own.listening,
        answerInstead("LEAGUE_COMPLETED", (message) =>
          valueAt(message, "/champion/player_id") === own.value ? never() : undefined,
        ),
      );
    },
  },
  {
    id: "player:looks-for-itself-in-the-standings",
    fault: "Answers standings that do not list it with an internal error.",
    inject: () => {
      const own = new OwnId();
      return all(
        own.listening,
        answerInstead("LEAGUE_STANDINGS_UPDATE", ({ standings }, body) =>
          JSON.stringify(standings).includes(`"${String(own.value)}"`)
            ? undefined
            : jsonReply({ jsonrpc: "2.0", id: body.id, error: { code: -32_603, message: "Internal error" } }),
        ),
      );
    },
  },
  {
    id: "player:ends-its-match-with-the-round",
    fault: "Refuses the GAME_OVER of a match during which ROUND_COMPLETED came.",
    inject: () => {
      const open = new Set<unknown>();
      const over = new Set<unknown>();
      return all(
        changeReply("GAME_INVITATION", ({ match_id }) => {
          open.add(match_id);
          return undefined;
        }),
        changeRequest("ROUND_COMPLETED", () => {
          for (const match of open) over.add(match);
          return undefined;
        }),
        changeReply("GAME_OVER", ({ match_id }) => {
          open.delete(match_id);
          return undefined;
        }),
        answerInstead("GAME_OVER", ({ match_id }, body) =>
          over.has(match_id)
            ? jsonReply({ jsonrpc: "2.0", id: body.id, error: { code: -32_008, message: "INVALID_STATE" } })
            : undefined,
        ),
      );
    },
  },
];
