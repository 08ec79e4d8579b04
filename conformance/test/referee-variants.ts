/** Changes of the reference referee that still follow one of the source documents; for `lenience.test.ts`. */
import { createReferee } from "@league-v2/sdk";
import { isObject } from "../src/json/pointer.js";
import type { JsonObject } from "../src/json/scan.js";
import {
  all,
  answerInstead,
  answerOf,
  changeCall,
  changeEnding,
  changeReply,
  delaysReply,
  errorReply,
  hasFailed,
  mistakesTime,
  onCall,
} from "../src/mutants/fault-injection.js";
import { changeAnswered } from "../src/mutants/referee.js";
import type { FaultInjection } from "../src/subject/in-process-subject.js";
import { joinDeadline, pauseBetween, reportDeadline } from "../src/time/match-times.js";
import { pause } from "../src/time/pause.js";

const METHOD_NOT_FOUND = -32_601;

const ASKED = ["GAME_INVITATION", "CHOOSE_PARITY_CALL"];

export const oneAtATime = ({ name }: { name: string }) =>
  createReferee({ displayName: name, maxConcurrentMatches: 1 });

export const announcesTwo = changeCall("REFEREE_REGISTER_REQUEST", (message) =>
  isObject(message.referee_meta)
    ? { ...message, referee_meta: { ...message.referee_meta, max_concurrent_matches: 2 } }
    : undefined,
);

export const registersFlat = changeCall("REFEREE_REGISTER_REQUEST", ({ referee_meta, ...envelope }) => {
  if (!isObject(referee_meta)) return undefined;
  const {
    display_name,
    version,
    contact_endpoint: endpoint,
    game_types: supported_game_types,
  } = referee_meta;
  return { ...envelope, display_name, version, endpoint, supported_game_types, agent_type: "referee" };
});

export const acceptsLate = all(
  delaysReply("RUN_MATCH", joinDeadline / 2),
  changeReply("RUN_MATCH", ({ match_id }) => ({ match_id, status: "accepted" })),
);

export const answersWithResult = changeReply("RUN_MATCH", ({ match_id }) => ({
  match_id,
  winner: null,
  is_draw: true,
}));

export const bareSender = changeCall("*", (message) => {
  const { sender } = message;
  return typeof sender === "string" && sender.startsWith("referee:REF")
    ? { ...message, sender: sender.slice("referee:".length) }
    : undefined;
});

export const addsMembers = changeCall("*", (message) => ({
  ...message,
  x_extra: { note: "even odd", list: [1, null] },
}));

export const compactDeadline = changeCall("CHOOSE_PARITY_CALL", (call) => ({
  ...call,
  deadline: String(call.deadline).replaceAll(/[-:]|\.\d+/g, ""),
}));

export const withoutStandings = changeCall("CHOOSE_PARITY_CALL", (call) => {
  if (!isObject(call.context)) return undefined;
  const { opponent_id, round_id } = call.context;
  return { ...call, context: { opponent_id, round_id } };
});

export const reportsAsRa = changeCall("MATCH_RESULT_REPORT", (report) => {
  if (!isObject(report.result) || !isObject(report.result.details)) return undefined;
  const { winner, score, details } = report.result;
  const { drawn_number, choices } = details;
  return {
    ...report,
    conversation_id: `conv${String(report.match_id)}report`,
    result: { winner, score, details: { drawn_number, choices } },
  };
});

export const drawsAlways = changeEnding((ending) => {
  const choices = Object.entries(ending.choices).map(([id, choice]) => [id, choice ?? "none"] as const);
  return hasFailed(ending) ? { number: 3, choices: Object.fromEntries(choices) } : undefined;
});

export const noPointsForLate = changeEnding((ending) =>
  hasFailed(ending) && ending.status === "DRAW" ? { status: "TECHNICAL_LOSS" } : undefined,
);

export const lenient = all(
  ...ASKED.map((type) =>
    changeAnswered(type, (answer, { message }) => {
      const choice =
        typeof answer.parity_choice === "string" ? { parity_choice: answer.parity_choice.toLowerCase() } : {};
      return { ...answer, conversation_id: message.conversation_id, ...choice };
    }),
  ),
);

/** RA sends GAME_OVER without reading the answer. */
export const ignoresGameOverAnswer = onCall("GAME_OVER", async (send, body) => {
  void send(body).catch(() => undefined);
  const { match_id, conversation_id, protocol, timestamp } = body.params as JsonObject;
  const acknowledgement = {
    message_type: "GAME_OVER_ACK",
    sender: "player:P01",
    auth_token: "any",
    player_id: "P01",
    status: "ACKNOWLEDGED",
  };
  return answerOf({
    jsonrpc: "2.0",
    id: body.id,
    result: { protocol, timestamp, conversation_id, match_id, ...acknowledgement },
  });
});

export const slowly = all(
  ...["GAME_OVER", "MATCH_RESULT_REPORT"].map((type) =>
    onCall(type, async (send, body, { clock }) => {
      await pause(clock, joinDeadline / 10);
      return send(body);
    }),
  ),
);

/** A report without an acknowledgement within 10 s has failed and is repeated. */
export const repeatsLate = onCall("MATCH_RESULT_REPORT", async (send, body, { clock }) => {
  const reply = await send(body);
  if (reply.status >= 400) await pause(clock, reportDeadline);
  return reply;
});

export function unknown(type: string): FaultInjection {
  return answerInstead(type, (_, body) => errorReply(body, METHOD_NOT_FOUND, "Method not found"));
}

export function silences(type: string): FaultInjection {
  return onCall(type, async () => answerOf({}));
}

/** A missed request is not repeated: the player forfeits. */
export function asksOnce(): FaultInjection {
  const asked = new Set<string>();
  const once = (type: string) =>
    onCall(type, async (send, body, _, url) => {
      const key = `${type} ${String((body.params as JsonObject).match_id)} ${url}`;
      if (asked.has(key))
        return answerOf({ jsonrpc: "2.0", id: body.id, error: { code: -32_001, message: "not sent" } });
      asked.add(key);
      return send(body);
    });
  return all(mistakesTime(pauseBetween, 1), ...ASKED.map(once));
}
