import { deadlineOf, methodOf } from "../../contract.js";
import { isObject } from "../../json/pointer.js";
import type { JsonObject } from "../../json/scan.js";
import {
  acknowledgesInvalidParams,
  all,
  changeCall,
  changeReplyBody,
  demands,
  givesUpAfter,
  onCall,
} from "../fault-injection.js";
import type { Mutant } from "../mutant.js";
import { changeAnswered, resultOf } from "./message-changes.js";

const without = (name: string) => (meta: JsonObject) => ({ ...meta, [name]: undefined });

const faults: Record<string, [fault: string, change: (meta: JsonObject) => JsonObject]> = {
  "registers-without-endpoint": ["Registers without a contact_endpoint.", without("contact_endpoint")],
  "registers-wrong-endpoint": [
    "Registers an endpoint at which no process listens.",
    (meta) => ({ ...meta, contact_endpoint: "http://127.0.0.1:8001/mcp" }),
  ],
  "registers-another-path": [
    "Registers an endpoint with a path at which it does not serve.",
    (meta) => ({ ...meta, contact_endpoint: `${String(meta.contact_endpoint)}/referee` }),
  ],
  "registers-without-name": ["Registers without a display_name.", without("display_name")],
  "announces-no-capacity": ["Registers without max_concurrent_matches.", without("max_concurrent_matches")],
};

const REGISTER = "REFEREE_REGISTER_REQUEST";

const deadline = deadlineOf(REGISTER);

const attempts = 1 + (methodOf(REGISTER)?.retries ?? 0);

/** An acceptance that the manager did not send. */
function accepted({ protocol, timestamp, conversation_id, referee_meta }: JsonObject): JsonObject {
  const name = isObject(referee_meta) ? referee_meta.display_name : "";
  const granted = {
    status: "ACCEPTED",
    referee_id: "REF01",
    auth_token: `token-of-${String(name)}`,
    league_id: "league_1",
    reason: null,
  };
  return {
    protocol,
    message_type: "REFEREE_REGISTER_RESPONSE",
    sender: "league_manager",
    timestamp,
    conversation_id,
    ...granted,
  };
}

export const refereeRegistrationMutants: readonly Mutant[] = [
  {
    id: "referee:wants-a-reason-to-end",
    fault: "Refuses SHUTDOWN_COMMAND without a reason.",
    inject: demands("SHUTDOWN_COMMAND", "/reason"),
  },
  // A registration with one wrong member.
  ...Object.entries(faults).map(
    ([name, [fault, change]]): Mutant => ({
      id: `referee:${name}`,
      fault,
      inject: changeCall("REFEREE_REGISTER_REQUEST", (message) =>
        isObject(message.referee_meta)
          ? { ...message, referee_meta: change(message.referee_meta) }
          : undefined,
      ),
    }),
  ),
  {
    id: "referee:registers-without-meta",
    fault: "Puts the members of `referee_meta` next to it.",
    inject: changeCall("REFEREE_REGISTER_REQUEST", ({ referee_meta, ...envelope }) =>
      isObject(referee_meta) ? { ...envelope, ...referee_meta } : undefined,
    ),
  },
  // Referees that attempt to register in a wrong way.
  {
    id: "referee:never-registers",
    fault: "Does not register, and behaves as if it had.",
    inject: onCall(REGISTER, async (_, body) => resultOf(body, accepted(body.params as JsonObject))),
  },
  {
    id: "referee:registers-once",
    fault: "Registers once, and not again when that fails.",
    inject: () => {
      let count = 0;
      return onCall(REGISTER, (send, body) => {
        count += 1;
        return count === 1 ? send(body) : new Promise<never>(() => undefined);
      });
    },
  },
  {
    id: "referee:registers-without-limit",
    fault: "Keeps registering after its last attempt.",
    inject: () => {
      let count = 0;
      return onCall(REGISTER, (send, body, { clock }) => {
        const again = () => {
          void send(body).catch(() => undefined);
          clock.after(deadline / 2, again);
        };
        count += 1;
        if (count === attempts) clock.after(deadline / 2, again);
        return send(body);
      });
    },
  },
  {
    id: "referee:retries-without-pause",
    fault: "Makes equal, very short pauses between its attempts to register.",
    inject: {
      clock: (inner) => ({
        now: () => inner.now(),
        after: (ms, run) => inner.after(ms > 0 && ms < 1_000 ? 20 : ms, run),
      }),
    },
  },
  {
    id: "referee:short-timeout-for-registration",
    fault: "Waits three seconds for the answer to its registration.",
    inject: givesUpAfter(REGISTER, deadline * 0.3),
  },
  {
    id: "referee:ignores-rejection",
    fault: "Acts as a member of the league when it was rejected.",
    inject: changeAnswered(REGISTER, (answer, { message }) =>
      answer.status === "REJECTED" ? accepted(message) : undefined,
    ),
  },
  {
    id: "referee:validates-nothing",
    fault: "Treats every message with a type as valid, and acknowledges it.",
    inject: acknowledgesInvalidParams,
  },
  {
    id: "referee:reports-at-the-time-of-the-start",
    fault: "Stamps the report with the time at which the match was begun.",
    inject: () => {
      const begun = new Map<unknown, unknown>();
      return all(
        changeCall("GAME_INVITATION", ({ match_id, timestamp }) => {
          if (!begun.has(match_id)) begun.set(match_id, timestamp);
          return undefined;
        }),
        changeCall("MATCH_RESULT_REPORT", (report) => ({ ...report, timestamp: begun.get(report.match_id) })),
      );
    },
  },
  {
    id: "referee:repeats-reports-without-its-token",
    fault: "Leaves its token out of the report that follows an HTTP error.",
    inject: () => {
      const failed = new Set<unknown>();
      return onCall("MATCH_RESULT_REPORT", async (send, body) => {
        const { auth_token, ...message } = body.params as JsonObject;
        const params = failed.has(message.match_id) ? message : { ...message, auth_token };
        const reply = await send({ ...body, params });
        if (reply.status >= 500) failed.add(message.match_id);
        return reply;
      });
    },
  },
  {
    id: "referee:repeats-the-reports-of-one-match",
    fault: "Abandons a failed report when the report of another match has failed before.",
    inject: () => {
      const failed = new Set<unknown>();
      return onCall("MATCH_RESULT_REPORT", async (send, body) => {
        const { match_id, protocol, timestamp, conversation_id } = body.params as JsonObject;
        const isFirst = [...failed].every((other) => other === match_id);
        const recorded = { protocol, message_type: "MATCH_RESULT_ACK", sender: "league_manager", timestamp };
        const reply = await send(body).catch((error: unknown) => {
          failed.add(match_id);
          if (isFirst) throw error;
          return undefined;
        });
        if (reply?.status === 200) return reply;
        failed.add(match_id);
        return reply !== undefined && isFirst
          ? reply
          : resultOf(body, { ...recorded, conversation_id, match_id, status: "recorded" });
      });
    },
  },
  {
    id: "referee:reports-no-winner-when-b-fails",
    fault: "Names no winner in the report of a match that player B has lost by a technical loss.",
    inject: () => {
      const sides = new Map<unknown, unknown>();
      return all(
        changeCall("GAME_INVITATION", ({ match_id, role_in_match, opponent_id }) => {
          if (role_in_match === "PLAYER_B") sides.set(match_id, opponent_id);
          return undefined;
        }),
        changeCall("MATCH_RESULT_REPORT", (report) => {
          const { result, match_id } = report;
          return isObject(result) &&
            result.status === "TECHNICAL_LOSS" &&
            result.winner === sides.get(match_id)
            ? { ...report, result: { ...result, winner: null } }
            : undefined;
        }),
      );
    },
  },
  {
    id: "referee:takes-a-late-decline-for-a-join",
    fault: "Treats any answer to a repeated invitation as a join.",
    inject: () => {
      const invited = new Set<string>();
      return onCall("GAME_INVITATION", async (send, body, _, url) => {
        const { match_id } = body.params as JsonObject;
        const isFirst = invited.size !== invited.add(`${String(match_id)} ${url}`).size;
        const reply = await send(body);
        return isFirst ? reply : { ...reply, body: reply.body.replace('"accept":false', '"accept":true') };
      });
    },
  },
  {
    id: "referee:plays-nothing-after-a-refused-shutdown",
    fault: "Invites no player after it has refused a SHUTDOWN_COMMAND.",
    inject: () => {
      let isClosing = false;
      return all(
        changeReplyBody("SHUTDOWN_COMMAND", ({ error }) => {
          isClosing ||= error !== undefined;
          return undefined;
        }),
        onCall("GAME_INVITATION", (send, body) =>
          isClosing ? new Promise<never>(() => undefined) : send(body),
        ),
      );
    },
  },
];
