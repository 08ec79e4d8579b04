/** Faults of players that take a program: those with a lifecycle, a socket or a memory of their own. */
import { errors } from "@league-v2/contract";
import { protocol } from "../contract.js";
import { isObject } from "../json/pointer.js";
import type { JsonObject } from "../json/scan.js";
import { violations } from "../oracle/received-form.js";
import { type Agent, type HttpHandler, type RunningAgent, type Transport, TransportError } from "../sdk.js";
import type { FaultInjection } from "../subject/in-process-subject.js";
import { referenceAgent } from "../subject/reference-agent.js";
import type { LaunchOptions } from "../subject/subject.js";
import {
  all,
  answerInstead,
  changeReply,
  changeRequest,
  errorReply,
  observe,
  onCall,
  textOf,
  writesTokenAtTheEnd,
} from "./fault-injection.js";
import type { Mutant } from "./mutant.js";

const INVALID_STATE = errors.E008.rpcCode;

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

const reference = referenceAgent("player");

/** The reference player with a changed lifecycle. */
function withLifecycle(
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

/** A new promise for each use: a shared one would keep its callbacks in memory. */
const never = () => new Promise<never>(() => undefined);

/** Closes the connection at a message of this type instead of answering it. */
function closesConnectionAt(type: string): FaultInjection {
  return {
    deliver: (answer, arrival) => (textOf(arrival.body).includes(`"${type}"`) ? { kind: "close" } : answer),
  };
}

/** The player sends at most this many attempts. */
function tries(attempts: number): () => FaultInjection {
  return () => {
    let count = 0;
    return onCall("LEAGUE_REGISTER_REQUEST", async (send, body) => {
      count += 1;
      if (count > attempts) throw new TransportError("aborted", "I have given up");
      return send(body);
    });
  };
}

function isRejection({ name }: Error): boolean {
  return name === "REGISTRATION_REJECTED";
}

/** Only a rejection ends the player, and no missing answer. */
function unlessRejected(error: Error): Promise<never> {
  return isRejection(error) ? Promise.reject(error) : never();
}

/** Whether the answer to a registration accepts the player, with an id for it. */
function isAcceptance(body: string): boolean {
  const { result } = (JSON.parse(body) ?? {}) as JsonObject;
  return isObject(result) && violations("LEAGUE_REGISTER_RESPONSE", result).length === 0;
}

/** Refuses messages of this type with E008 while `when` is true. */
function refusesWhen(type: string, when: (message: JsonObject) => boolean): FaultInjection {
  return answerInstead(type, (message, body) =>
    when(message) ? errorReply(body, INVALID_STATE, "INVALID_STATE") : undefined,
  );
}

const A_MOMENT_MS = 100;

function stateful(id: string, fault: string, breaks: readonly string[], make: () => FaultInjection): Mutant {
  return { id: `player:${id}`, fault, breaks, inject: make };
}

export const playerMutants: readonly Mutant[] = [
  {
    id: "player:looks-at-the-beginning-of-tokens",
    fault: "Compares the first eight letters of its referee's token only.",
    breaks: ["PLY-AUTH-01"],
    inject: inviters(
      (inviter, message) =>
        message.sender === inviter.sender && beginning(message.auth_token) === beginning(inviter.auth_token)
          ? { ...message, ...inviter }
          : message,
      ["CHOOSE_PARITY_CALL", "GAME_OVER"],
    ),
  },
  {
    id: "player:calls-its-opponent",
    fault: "Sends its opponent a message when the announcement has its endpoint.",
    breaks: ["PLY-AUTH-04"],
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
  {
    id: "player:loses-its-identity",
    fault: "Registers as a new agent when it is started again.",
    breaks: ["PLY-KEEP-02", "PLY-KEEP-03"],
    lasting: true,
    agent: (launch) => referenceAgent("player")(launch),
  },
  {
    id: "player:acknowledges-shutdown-and-stays",
    fault: "Acknowledges SHUTDOWN_COMMAND and runs on.",
    breaks: ["PLY-STOP-01"],
    agent: withLifecycle(() => ({ done: never() })),
  },
  {
    id: "player:writes-its-token-at-the-end",
    fault: "Writes its token to its output when it is ordered to shut down.",
    breaks: ["TRN-SAFE-04"],
    inject: writesTokenAtTheEnd,
  },
  {
    id: "player:shuts-down-without-acknowledgement",
    fault: "Shuts down without answering SHUTDOWN_COMMAND.",
    breaks: ["PLY-STOP-02"],
    inject: closesConnectionAt("SHUTDOWN_COMMAND"),
  },
  {
    id: "player:shuts-down-with-an-error",
    fault: "Shuts down with the exit status 1.",
    breaks: ["PLY-STOP-02"],
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
    breaks: ["PLY-ACK-03"],
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
    id: "player:fails-after-a-malformed-response",
    fault: "Registers again after a malformed response, and then answers every invitation with an error.",
    breaks: ["PLY-ERR-03"],
    inject: () => {
      let isConfused = false;
      return all(
        onCall("LEAGUE_REGISTER_REQUEST", async (send, body) => {
          const reply = await send(body);
          if (isAcceptance(reply.body)) return reply;
          isConfused = true;
          throw new TransportError("aborted", "I cannot read this");
        }),
        answerInstead("GAME_INVITATION", (_, body) =>
          isConfused ? errorReply(body, -32_603, "Internal error") : undefined,
        ),
      );
    },
  },
  {
    id: "player:pauses-do-not-grow",
    fault: "Tries to register again after the same short pause each time.",
    breaks: ["PLY-REG-05"],
    inject: {
      clock: (inner) => ({
        now: () => inner.now(),
        after: (ms, run) =>
          inner.after(ms <= protocol.backoff.maximumMs ? protocol.backoff.firstMs : ms, run),
      }),
    },
  },
  {
    id: "player:stays-without-a-league",
    fault: "Runs on when no attempt to register was answered.",
    breaks: ["PLY-REG-09"],
    inject: tries(protocol.retries.registrationAttempts),
    agent: withLifecycle(({ registered }) => ({ registered: registered.catch(unlessRejected) })),
  },
  {
    id: "player:content-without-a-league",
    fault: "Ends with exit status 0 when no attempt to register was answered.",
    breaks: ["PLY-REG-09"],
    inject: tries(protocol.retries.registrationAttempts),
    agent: withLifecycle(({ registered, done }) => ({
      registered: registered.catch(unlessRejected),
      done: Promise.race([
        done,
        registered.then(never, (error: Error) => (isRejection(error) ? never() : "unheard")),
      ]),
    })),
  },
  {
    id: "player:ignores-rejection",
    fault: "Runs on when its registration is rejected.",
    breaks: ["PLY-REG-06"],
    agent: withLifecycle(() => ({ registered: never() })),
  },
  {
    id: "player:content-with-rejection",
    fault: "Ends with exit status 0 when its registration is rejected.",
    breaks: ["PLY-REG-06"],
    agent: withLifecycle(({ registered, done }) => ({
      registered: registered.catch(unlessRejected),
      done: Promise.race([done, registered.then(never, () => "rejected")]),
    })),
  },
  {
    id: "player:registers-before-it-listens",
    fault: "Opens its port when its registration has been answered.",
    breaks: ["PLY-REG-03"],
    inject: () => {
      let open = false;
      return all(
        onCall("LEAGUE_REGISTER_REQUEST", async (send, body) => {
          const answer = await send(body);
          open = true;
          return answer;
        }),
        { deliver: (answer) => (open ? answer : { kind: "reset" }) },
      );
    },
  },
  stateful(
    "waits-for-the-result",
    "Answers the next invitation only when its current match is over.",
    ["PLY-JOIN-06", "PLY-CHOICE-10"],
    () => {
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
    },
  ),
  stateful(
    "leaves-soon-after-an-error",
    "Refuses everything from shortly after a GAME_ERROR on.",
    ["PLY-ERR-01"],
    () => {
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
    },
  ),
];
