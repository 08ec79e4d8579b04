import { isObject } from "../../json/pointer.js";
import type { JsonObject } from "../../json/scan.js";
import { utc } from "../../time/utc.js";
import {
  all,
  answerInstead,
  type Change,
  changeCall,
  changeReply,
  changeRequest,
  errorReply,
  jsonReply,
} from "../fault-injection.js";
import type { Mutant } from "../mutant.js";
import { before, errorOf, isRequest, withBody } from "./http.js";

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Changes every message that the agent sends. */
const everywhere = (change: Change) =>
  all(changeReply("*", ifMessage(change)), changeCall("*", ifMessage(change)));

/** Skips the answer to ping, which is no message. */
function ifMessage(change: Change): Change {
  return (message, context) => (message.protocol === undefined ? undefined : change(message, context));
}

const stamped = (format: (now_ms: number) => unknown) =>
  everywhere((message, { tools }) => ({ ...message, timestamp: format(tools.clock.now()) }));

const without =
  (member: string): Change =>
  (message: JsonObject) => {
    const { [member]: _, ...rest } = message;
    return rest;
  };

/** Refuses messages whose timestamp does not match. */
function refusesTimes(form: RegExp) {
  return answerInstead("*", ({ timestamp }, body) =>
    Promise.resolve(
      typeof timestamp === "string" && !form.test(timestamp)
        ? errorReply(body, -32_021, "INVALID_TIMESTAMP")
        : undefined,
    ),
  );
}

/** Members that no contract message contains. */
const STRANGE = /^(x_.*|__proto__|constructor|toString|hasOwnProperty)$/;

const textOf = (body: Uint8Array | string): string =>
  typeof body === "string" ? body : new TextDecoder("utf-8", { ignoreBOM: true }).decode(body);

/** Patterns that only the suite's hostile bodies contain. */
const HOSTILE_BODIES_STRANGE = /"x":|"k0":|^\uFEFF|^\[null\]$|"__proto__"|"constructor"|"toString"/;
const STRANGE_METHOD = /"method":"(?:__proto__|constructor|toString)"/;

export const transportEnvelopeMutants: readonly Mutant[] = [
  // Faults of the league's envelope, in answers and in calls.
  {
    id: "transport:no-protocol",
    fault: "Leaves `protocol` out of its messages.",
    inject: everywhere(without("protocol")),
  },
  {
    id: "transport:one-message-type-for-all",
    fault: "Writes the same message_type into all messages.",
    inject: everywhere((message) => ({ ...message, message_type: "LEAGUE_MESSAGE" })),
  },
  {
    id: "transport:types-in-lower-case",
    fault: "Writes its message types in lower case.",
    inject: everywhere((message) => ({
      ...message,
      message_type: String(message.message_type).toLowerCase(),
    })),
  },
  {
    id: "transport:empty-conversations",
    fault: "Leaves the conversation_id empty.",
    inject: everywhere((message) => ({ ...message, conversation_id: "" })),
  },
  {
    id: "transport:sends-as-another",
    fault: "Names another agent as the sender of its answers.",
    inject: changeReply(
      "*",
      ifMessage((message) => ({ ...message, sender: "player:P99" })),
    ),
  },
  {
    id: "transport:signs-as-agent",
    fault: 'Has "agent" as the sender of its answers.',
    inject: changeReply(
      "*",
      ifMessage((message) => ({ ...message, sender: "agent" })),
    ),
  },
  {
    id: "transport:senders-without-a-role",
    fault: "Writes senders without the role before the colon.",
    roles: ["player", "referee"],
    inject: everywhere((message) => ({ ...message, sender: String(message.sender).replace(/^\w+:/, "") })),
  },
  {
    id: "transport:local-times",
    fault: "Writes timestamps without a time zone.",
    inject: stamped((now) => utc(now).replace("Z", "")),
  },
  {
    id: "transport:times-of-yesterday",
    fault: "Its clock is a day late.",
    inject: stamped((now) => utc(now - DAY_MS)),
  },
  {
    id: "transport:stopped-clock",
    fault: "Stamps every message with the time of its first one.",
    inject: () => {
      let first: unknown;
      return everywhere((message) => {
        first ??= message.timestamp;
        return { ...message, timestamp: first };
      });
    },
  },
  {
    id: "transport:seconds-since-the-epoch",
    fault: "Writes timestamps as numbers.",
    inject: stamped((now) => Math.floor(now / 1_000)),
  },
  {
    id: "transport:compact-times",
    fault: "Writes timestamps as RA writes a deadline.",
    inject: stamped((now) => utc(now).replaceAll(/[-:]|\.\d+/g, "")),
  },
  {
    id: "transport:new-conversations",
    fault: "Begins a new conversation with every answer but that of a player to its referee.",
    inject: () => {
      let count = 0;
      return changeReply(
        "*",
        ifMessage((message) => {
          // Those of a player to its referee must be in the conversation of the match.
          if (["GAME_JOIN_ACK", "CHOOSE_PARITY_RESPONSE"].includes(String(message.message_type)))
            return message;
          count += 1;
          return { ...message, conversation_id: `conv-answer-${count}` };
        }),
      );
    },
  },
  {
    id: "transport:overlooks-the-protocol",
    fault: "Ignores the protocol of a message and the version in a registration.",
    inject: changeRequest("*", ({ player_meta, ...message }) => ({
      ...message,
      protocol: "league.v2",
      ...(player_meta === undefined
        ? {}
        : { player_meta: { ...(player_meta as JsonObject), protocol_version: "2.0.0" } }),
    })),
  },
  {
    id: "transport:overlooks-time-zones",
    fault: "Accepts any timestamp.",
    inject: changeRequest("*", (message, { tools }) => ({ ...message, timestamp: utc(tools.clock.now()) })),
  },
  {
    id: "transport:requires-milliseconds",
    fault: "Refuses timestamps whose fraction is not of three digits.",
    inject: refusesTimes(/\.\d{3}(?!\d)/),
  },
  {
    id: "transport:requires-a-z",
    fault: "Refuses timestamps that end in +00:00.",
    inject: refusesTimes(/Z$/),
  },
  // Faults with unknown fields.
  {
    id: "transport:refuses-unknown-fields",
    fault: "Refuses messages with unknown fields.",
    inject: before((_, json) => {
      if (!isRequest(json) || !isObject(json.params)) return undefined;
      return Object.keys(json.params).some((name) => STRANGE.test(name))
        ? errorOf(json.id, -32_602, "Invalid params")
        : undefined;
    }),
  },
  {
    id: "transport:reads-through-proto",
    fault: "Makes a member __proto__ the prototype of the message, and reads fields from it.",
    inject: before((http, json) => {
      if (!isRequest(json) || !isObject(json.params)) return undefined;
      const inherited = Object.entries(json.params).find(([name]) => name === "__proto__")?.[1];
      return isObject(inherited)
        ? withBody(http, { ...json, params: { ...inherited, ...json.params } })
        : undefined;
    }),
  },
  {
    id: "transport:leaves-inherited-fields-unanswered",
    fault: "Never answers a message with a member __proto__ that lacks a conversation.",
    inject: answerInstead("*", (message) =>
      Object.hasOwn(message, "__proto__") && message.conversation_id === undefined
        ? new Promise<never>(() => undefined)
        : undefined,
    ),
  },
  {
    id: "transport:answers-with-empty-results",
    fault: "Answers requests that it does not understand with an empty result.",
    inject: {
      handler: (inner) => async (http) => {
        const reply = await inner(http);
        const body: unknown = JSON.parse(reply.body || "null");
        if (!isObject(body) || body.error === undefined) return reply;
        return jsonReply({ jsonrpc: "2.0", id: body.id ?? null, result: {} });
      },
    },
  },
  {
    id: "transport:refuses-strange-members",
    fault: "Refuses messages with unknown members whose names have a meaning in JavaScript.",
    inject: {
      handler: (inner) => (http) => {
        const text = textOf(http.body);
        if (!HOSTILE_BODIES_STRANGE.test(text) || STRANGE_METHOD.test(text)) return inner(http);
        const id = /"id":(\d+)/.exec(text)?.[1];
        const error = { code: -32_602, message: "Invalid params" };
        return Promise.resolve(
          jsonReply({ jsonrpc: "2.0", id: id === undefined ? null : Number(id), error }),
        );
      },
    },
  },
  {
    id: "transport:crashes-on-invalid-bodies",
    fault: "Answers every request with HTTP 500 after a body on which its parser fails.",
    inject: () => {
      let dead = false;
      return {
        handler: (inner) => (http) => {
          dead ||= HOSTILE_BODIES_STRANGE.test(textOf(http.body));
          return dead
            ? Promise.resolve({ status: 500, headers: {}, body: "Internal Server Error" })
            : inner(http);
        },
      };
    },
  },
  {
    id: "transport:null-error-beside-result",
    fault: "Sends `error: null` with every result.",
    inject: {
      handler: (inner) => async (http) => {
        const reply = await inner(http);
        const body: unknown = JSON.parse(reply.body || "null");
        return isObject(body) && "result" in body
          ? { ...reply, body: JSON.stringify({ ...body, error: null }) }
          : reply;
      },
    },
  },
  {
    id: "transport:reads-six-digits-at-most",
    fault: "Refuses a timestamp with more than six digits after the second.",
    inject: answerInstead("*", ({ timestamp }, body) =>
      typeof timestamp === "string" && /\.\d{7,}/.test(timestamp)
        ? errorReply(body, -32_021, "INVALID_TIMESTAMP")
        : undefined,
    ),
  },
];
