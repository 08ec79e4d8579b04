import { protocol } from "../contract.js";
import { isObject } from "../json/pointer.js";
import type { JsonObject } from "../json/scan.js";
import { violations } from "../oracle/received-form.js";
import { type Agent, type RunningAgent, type Transport, TransportError } from "../sdk.js";
import type { FaultInjection } from "../subject/in-process-subject.js";
import { referenceAgent } from "../subject/reference-agent.js";
import type { LaunchOptions } from "../subject/subject.js";
import {
  all,
  answerInstead,
  changeRequest,
  errorReply,
  onCall,
  writesTokenAtTheEnd,
} from "./fault-injection.js";
import type { Mutant } from "./mutant.js";

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

export const playerMutants: readonly Mutant[] = [
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
];
