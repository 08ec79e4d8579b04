/** Faults of the league's envelope, in answers and in calls. */
import type { JsonObject } from "../../json/scan.js";
import { utc } from "../../time/utc.js";
import { mutant } from "../mutant.js";
import {
  all,
  answerInstead,
  type Change,
  changeCall,
  changeReply,
  changeRequest,
  errorReply,
} from "../surgery.js";

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Changes every message that the agent sends. */
const everywhere = (change: Change) =>
  all(changeReply("*", ifMessage(change)), changeCall("*", ifMessage(change)));

/** The answer to ping is no message. */
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

export default [
  mutant({
    id: "transport:no-protocol",
    fault: "Leaves `protocol` out of its messages.",
    surgery: everywhere(without("protocol")),
  }),
  mutant({
    id: "transport:one-message-type-for-all",
    fault: "Writes the same message_type into all messages.",
    surgery: everywhere((message) => ({ ...message, message_type: "LEAGUE_MESSAGE" })),
  }),
  mutant({
    id: "transport:empty-conversations",
    fault: "Leaves the conversation_id empty.",
    surgery: everywhere((message) => ({ ...message, conversation_id: "" })),
  }),
  mutant({
    id: "transport:sends-as-another",
    fault: "Names another agent as the sender of its answers.",
    surgery: changeReply(
      "*",
      ifMessage((message) => ({ ...message, sender: "player:P99" })),
    ),
  }),
  mutant({
    id: "transport:sends-as-nobody",
    fault: 'Signs its answers with "agent".',
    surgery: changeReply(
      "*",
      ifMessage((message) => ({ ...message, sender: "agent" })),
    ),
  }),
  mutant({
    id: "transport:senders-without-a-role",
    fault: "Writes senders without the role before the colon.",
    roles: ["player", "referee"],
    surgery: everywhere((message) => ({ ...message, sender: String(message.sender).replace(/^\w+:/, "") })),
  }),
  mutant({
    id: "transport:local-times",
    fault: "Writes timestamps without a time zone.",
    surgery: stamped((now) => utc(now).replace("Z", "")),
  }),
  mutant({
    id: "transport:times-of-yesterday",
    fault: "Its clock is a day late.",
    surgery: stamped((now) => utc(now - DAY_MS)),
  }),
  mutant({
    id: "transport:stopped-clock",
    fault: "Stamps every message with the time of its first one.",
    surgery: () => {
      let first: unknown;
      return everywhere((message) => {
        first ??= message.timestamp;
        return { ...message, timestamp: first };
      });
    },
  }),
  mutant({
    id: "transport:seconds-since-the-epoch",
    fault: "Writes timestamps as numbers.",
    surgery: stamped((now) => Math.floor(now / 1_000)),
  }),
  mutant({
    id: "transport:compact-times",
    fault: "Writes timestamps as RA writes a deadline.",
    surgery: stamped((now) => utc(now).replaceAll(/[-:]|\.\d+/g, "")),
  }),
  mutant({
    id: "transport:new-conversations",
    fault: "Begins a new conversation with every answer.",
    surgery: () => {
      let count = 0;
      return changeReply(
        "*",
        ifMessage((message) => {
          count += 1;
          return { ...message, conversation_id: `conv-answer-${count}` };
        }),
      );
    },
  }),
  mutant({
    id: "transport:overlooks-the-protocol",
    fault: "Does not look at the protocol of a message, nor at the version of who registers.",
    surgery: changeRequest("*", ({ player_meta, ...message }) => ({
      ...message,
      protocol: "league.v2",
      ...(player_meta === undefined
        ? {}
        : { player_meta: { ...(player_meta as JsonObject), protocol_version: "2.0.0" } }),
    })),
  }),
  mutant({
    id: "transport:overlooks-time-zones",
    fault: "Takes any timestamp.",
    surgery: changeRequest("*", (message, { tools }) => ({ ...message, timestamp: utc(tools.clock.now()) })),
  }),
  mutant({
    id: "transport:wants-milliseconds",
    fault: "Refuses timestamps whose fraction is not of three digits.",
    surgery: refusesTimes(/\.\d{3}(?!\d)/),
  }),
  mutant({
    id: "transport:wants-a-z",
    fault: "Refuses timestamps that end in +00:00.",
    surgery: refusesTimes(/Z$/),
  }),
];

/** Refuses messages whose timestamp is not like this. */
function refusesTimes(form: RegExp) {
  return answerInstead("*", ({ timestamp }, body) =>
    Promise.resolve(
      typeof timestamp === "string" && !form.test(timestamp)
        ? errorReply(body, -32_021, "INVALID_TIMESTAMP")
        : undefined,
    ),
  );
}
