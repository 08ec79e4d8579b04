import { deadlineOf, protocol } from "../../contract.js";
import { isObject } from "../../json/pointer.js";
import type { JsonObject } from "../../json/scan.js";
import { violations } from "../../oracle/received-form.js";
import { TransportError } from "../../sdk.js";
import type { FaultInjection } from "../../subject/in-process-subject.js";
import {
  all,
  answerInstead,
  changeCall,
  changeReply,
  errorReply,
  mistakesTime,
  onCall,
  swallowsCall,
} from "../fault-injection.js";
import type { Mutant } from "../mutant.js";
import { withLifecycle } from "./lifecycle.js";

const faults: Record<string, [fault: string, change: (meta: JsonObject) => JsonObject]> = {
  "registers-without-name": ["Registers without a name.", ({ display_name: _, ...meta }) => meta],
  "registers-other-port": [
    "Registers an endpoint at which no process listens.",
    (meta) => ({ ...meta, contact_endpoint: String(meta.contact_endpoint).replace(/:\d+\//, ":1/") }),
  ],
  "registers-without-path": [
    "Registers its address without the path /mcp.",
    (meta) => ({ ...meta, contact_endpoint: String(meta.contact_endpoint).replace(/\/mcp$/, "") }),
  ],
  "registers-without-version": ["Leaves its version out of player_meta.", ({ version: _, ...meta }) => meta],
  "registers-no-host": [
    "Registers the address at which it listens, 0.0.0.0.",
    (meta) => ({
      ...meta,
      contact_endpoint: String(meta.contact_endpoint).replace(/127\.0\.0\.1|localhost/, "0.0.0.0"),
    }),
  ],
  "registers-for-another-game": [
    "Registers for another game than the league's.",
    (meta) => ({ ...meta, game_types: ["odd_even"] }),
  ],
  "registers-an-old-version": [
    "Registers as an agent of the protocol's first generation.",
    (meta) => ({ ...meta, protocol_version: "1.0.0" }),
  ],
  "registers-without-games": ["Registers for no games.", (meta) => ({ ...meta, game_types: [] })],
};

/** A new promise for each use: a shared one would keep its callbacks in memory. */
const never = () => new Promise<never>(() => undefined);

const deadline = deadlineOf("LEAGUE_REGISTER_REQUEST");

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

const OWN_ID = "P00";

const withoutToken = ({ auth_token: _, ...message }: JsonObject) => message;

/** Whether the answer to a registration accepts the player, with an id for it. */
function isAcceptance(body: string): boolean {
  const { result } = (JSON.parse(body) ?? {}) as JsonObject;
  return isObject(result) && violations("LEAGUE_REGISTER_RESPONSE", result).length === 0;
}

export const playerRegistrationMutants: readonly Mutant[] = [
  {
    id: "player:fails-after-a-malformed-response",
    fault: "Registers again after a malformed response, and then answers every invitation with an error.",
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
  // Registrations with missing or wrong members.
  ...Object.entries(faults).map(
    ([name, [fault, change]]): Mutant => ({
      id: `player:${name}`,
      fault,
      inject: changeCall("LEAGUE_REGISTER_REQUEST", (message) =>
        isObject(message.player_meta) ? { ...message, player_meta: change(message.player_meta) } : undefined,
      ),
    }),
  ),
  {
    id: "player:registers-flat",
    fault: "Writes the members of player_meta into the message itself.",
    inject: changeCall("LEAGUE_REGISTER_REQUEST", ({ player_meta, ...message }) => ({
      ...message,
      ...(player_meta as JsonObject),
    })),
  },
  // Players that stop registering too early or too late, or retry at the wrong times.
  {
    id: "player:gives-up-at-once",
    fault: "Ends when its first attempt to register fails.",
    inject: tries(1),
  },
  {
    id: "player:tries-twice",
    fault: "Tries to register twice instead of four times.",
    inject: tries(2),
  },
  {
    id: "player:pauses-do-not-grow",
    fault: "Tries to register again after the same short pause each time.",
    inject: {
      clock: (inner) => ({
        now: () => inner.now(),
        after: (ms, run) =>
          inner.after(ms <= protocol.backoff.maximumMs ? protocol.backoff.firstMs : ms, run),
      }),
    },
  },
  {
    id: "player:short-timeout-for-registration",
    fault: "Waits three seconds for the answer to its registration instead of ten.",
    inject: mistakesTime(deadline, 3_000),
  },
  {
    id: "player:registers-without-limit",
    fault: "Waits without end for the answer to its registration.",
    inject: mistakesTime(deadline, 1_000 * deadline),
  },
  {
    id: "player:stays-without-a-league",
    fault: "Runs on when no attempt to register was answered.",
    inject: tries(protocol.retries.registrationAttempts),
    agent: withLifecycle(({ registered }) => ({ registered: registered.catch(unlessRejected) })),
  },
  {
    id: "player:content-without-a-league",
    fault: "Ends with exit status 0 when no attempt to register was answered.",
    inject: tries(protocol.retries.registrationAttempts),
    agent: withLifecycle(({ registered, done }) => ({
      registered: registered.catch(unlessRejected),
      done: Promise.race([
        done,
        registered.then(never, (error: Error) => (isRejection(error) ? never() : "unheard")),
      ]),
    })),
  },
  // Players that ignore a rejection.
  {
    id: "player:ignores-rejection",
    fault: "Runs on when its registration is rejected.",
    agent: withLifecycle(() => ({ registered: never() })),
  },
  {
    id: "player:ignores-a-rejection-without-a-reason",
    fault: "Does not end when its registration is rejected without a reason.",
    inject: onCall("LEAGUE_REGISTER_REQUEST", async (send, body) => {
      const reply = await send(body);
      return /"reason": ?"/.test(reply.body) || !reply.body.includes('"REJECTED"') ? reply : never();
    }),
  },
  {
    id: "player:content-with-rejection",
    fault: "Ends with exit status 0 when its registration is rejected.",
    agent: withLifecycle(({ registered, done }) => ({
      registered: registered.catch(unlessRejected),
      done: Promise.race([done, registered.then(never, () => "rejected")]),
    })),
  },
  // Players that use another id or token than the assigned one.
  {
    id: "player:keeps-own-id",
    fault: "Uses another id than the assigned one, and accepts no other.",
    inject: changeReply("*", (message) => ({
      ...message,
      sender: `player:${OWN_ID}`,
      ...(message.player_id === undefined ? {} : { player_id: OWN_ID }),
    })),
  },
  {
    id: "player:keeps-own-sender",
    fault: "Keeps its display name as the sender after its registration.",
    inject: changeReply("*", (message, { tools }) => ({
      ...message,
      sender: `player:${tools.launch.name}`,
    })),
  },
  {
    id: "player:sends-no-token",
    fault: "Sends no auth_token.",
    inject: changeReply("*", withoutToken),
  },
  {
    id: "player:sends-another-token",
    fault: "Sends another auth_token than the one that it was given.",
    inject: changeReply("*", (message) => ({ ...message, auth_token: "0123456789abcdef0123456789abcdef" })),
  },
  {
    id: "player:leaves-out-its-token-in-acknowledgements",
    fault: "Sends its auth_token with joins and choices, but not with acknowledgements.",
    inject: changeReply("*", (message) =>
      String(message.message_type).endsWith("UPDATE_ACK") ? withoutToken(message) : undefined,
    ),
  },
  {
    id: "player:leaves-out-its-token-once",
    fault: "Leaves auth_token out of its second choice.",
    inject: () => {
      let choices = 0;
      return changeReply("CHOOSE_PARITY_CALL", (choice) => {
        choices += 1;
        return choices === 2 ? withoutToken(choice) : undefined;
      });
    },
  },
  {
    id: "player:never-registers",
    fault: "Starts to serve without ever registering.",
    inject: swallowsCall("LEAGUE_REGISTER_REQUEST", (message) => ({
      ...message,
      message_type: "LEAGUE_REGISTER_RESPONSE",
      sender: "league_manager",
      status: "ACCEPTED",
      player_id: "P01",
      auth_token: "an-invented-token",
      league_id: null,
      reason: null,
    })),
  },
  {
    id: "player:registers-before-it-listens",
    fault: "Opens its port when its registration has been answered.",
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
