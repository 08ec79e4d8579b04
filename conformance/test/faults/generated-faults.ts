/**
 * Faults that are generated from the contract: each member of each message of a role with another value, that of the
 * previous message or of the other receiver's; and each message late, repeated or missing, always or only sometimes.
 */
import { methodOf, replyTypeOf } from "../../src/contract.js";
import { copy, isObject, putAt, removeAt, sameJson, valueAt } from "../../src/json/pointer.js";
import type { JsonObject } from "../../src/json/scan.js";
import { answerInstead, changeReplyBody, errorReply, onCall } from "../../src/mutants/fault-injection.js";
import type { Mutant } from "../../src/mutants/mutant.js";
import { shuffle } from "../../src/negatives/negatives.js";
import { seededRandom } from "../../src/sdk.js";
import type { FaultInjection } from "../../src/subject/in-process-subject.js";
import { pause } from "../../src/time/pause.js";
import type { Role } from "../../src/types.js";
import { FAULT_CLAUSES, REPEATED } from "./fault-clauses.js";
import { ABSENT, isWrong, WHEN, WHOLE, type When, WRONG, type Wrong } from "./fault-values.js";

export interface GeneratedFault {
  mutant: Mutant;
  role: Role;
  /** The message with the fault, as in the table of clauses. */
  message: string;
  /** The clauses that it may break; a report is correct if its first line names one of them. */
  clauses: readonly string[];
  /** The number of messages that had it so far. */
  shown(): number;
}

/** Messages that only the league manager receives or sends. */
const OF_ONE_PARTY = /(ROUND|LEAGUE|SHUTDOWN|REGISTER|REPORT|RUN_MATCH)/;

/** The members that only an accepted registration gets. */
const GRANTED = /^\/(player_id|referee_id|auth_token|league_id)$/;

/** All faults of a role, in the order of the table. */
export function faultsOf(role: Role): GeneratedFault[] {
  return Object.entries(FAULT_CLAUSES[role]).flatMap(([message, members]) => {
    const hasOneParty = role !== "manager" && OF_ONE_PARTY.test(message);
    const isPossible = (text: string) =>
      (!hasOneParty || !/second party|other party/.test(text)) &&
      (!text.endsWith("is missing when it is repeated") || isRepeatedByClause(message));
    return Object.entries(members).flatMap(([place, clauses]) => {
      // An error of another kind is possible where the message breaks its schema.
      const all = place === "silent" ? `${clauses} TRN-ERR-03` : clauses;
      return makersOf(message, place, clauses).flatMap(({ name, isWhole, make }) =>
        Object.entries(WHEN)
          .map(([when, applies]) => ({ text: `${message} ${name} ${when}`, applies }))
          .filter(({ text }) => isPossible(text))
          .map(({ text, applies }) => {
            const again = text.endsWith("repeated") ? (REPEATED[message] ?? "") : "";
            const broken = `${isWhole === true ? Object.values(members).join(" ") : all} ${again}`.trim();
            return made(role, message, text, broken, (show) => make(applies, show));
          }),
      );
    });
  });
}

/** Whether a clause requires that the message is sent again; other repetitions are not required. */
function isRepeatedByClause(message: string): boolean {
  return REPEATED[message] !== undefined || message === "GAME_ERROR";
}

/** Draws this many faults of a role, with equal numbers for each type of message; the same seed draws the same ones. */
export function drawnFaults(role: Role, count: number, seed: number): GeneratedFault[] {
  const random = seededRandom(`${seed}/${role}`);
  const byMessage = new Map<string, GeneratedFault[]>();
  for (const fault of faultsOf(role))
    byMessage.set(fault.message, [...(byMessage.get(fault.message) ?? []), fault]);
  const groups = shuffle([...byMessage.values()], random).map((group) => shuffle(group, random));
  const turns = Array.from({ length: count }, (_, turn) => Math.floor(turn / groups.length));
  return turns.flatMap((depth, turn) => groups[turn % groups.length]?.[depth] ?? []);
}

function made(
  role: Role,
  message: string,
  text: string,
  clauses: string,
  make: (show: () => void) => FaultInjection,
): GeneratedFault {
  let count = 0;
  const inject = () =>
    make(() => {
      count += 1;
    });
  return {
    mutant: { id: `${role}:${text}`, fault: text, inject },
    ...{ role, message, clauses: clauses.split(" "), shown: () => count },
  };
}

interface Maker {
  name: string;
  /** It replaces the whole message, and may break each clause about it. */
  isWhole?: boolean;
  make(when: When, show: () => void): FaultInjection;
}

function makersOf(message: string, place: string, clauses: string): Maker[] {
  const [type = "", isAnswer] = message.startsWith("> ") ? [message.slice(2), true] : [message, false];
  if (place === "silent") return silences(type);
  if (!isAnswer && LAPSES[place] !== undefined) {
    const lapse = LAPSES[place];
    return [{ name: `is ${place}`, make: (when, show) => lapsing(type, when, show, lapse) }];
  }
  const inBody = place.startsWith("#");
  const pointer = inBody ? place.slice(1) : place;
  const wrongs = Object.entries(WRONG).filter(([name]) => isWrong(message, place, name, clauses));
  return wrongs.map(([name, wrong]) => ({
    name: `has ${place} ${name}`,
    isWhole: WHOLE.test(place),
    make: (when, show) => {
      const change = changing(pointer, wrong, when);
      if (isAnswer)
        return changeReplyBody(type, (body, { request }) => {
          if (!isObject(body.result)) return undefined;
          const from = String(request.sender);
          const changed = change(inBody ? body : body.result, from, request);
          if (changed === undefined) return undefined;
          show();
          return inBody ? changed : { ...body, result: changed };
        });
      return onCall(type, async (send, body, _, url) => {
        if (!isObject(body.params)) return send(body);
        const changed = change(inBody ? body : body.params, url, body.params);
        if (changed === undefined) return send(body);
        return shownBy(send(inBody ? changed : { ...body, params: changed }), show);
      });
    },
  }));
}

const NOT_LISTENING = "ECONNREFUSED";

/** A message to an address at which no agent listens shows nothing. */
async function shownBy<T>(sent: Promise<T>, show: () => void): Promise<T> {
  try {
    const reply = await sent;
    show();
    return reply;
  } catch (error) {
    if (!String(error).includes(NOT_LISTENING)) show();
    throw error;
  }
}

/** Numbers the messages and their other parties, in the order in which they are met, and finds repetitions. */
function counter(): (party: string, message: JsonObject) => Parameters<When> {
  const parties: string[] = [];
  const seen = new Set<string>();
  let count = 0;
  return (party, { match_id, conversation_id }) => {
    count += 1;
    if (!parties.includes(party)) parties.push(party);
    const isRepeated = seen.size === seen.add(`${party} ${String(match_id ?? conversation_id)}`).size;
    return [count, parties.indexOf(party) + 1, isRepeated];
  };
}

function changing(
  pointer: string,
  wrong: Wrong,
  when: When,
): (message: JsonObject, party: string, about?: JsonObject) => JsonObject | undefined {
  const numbered = counter();
  let last: unknown;
  let previous: unknown;
  const ofParty = new Map<string, unknown>();
  return (message, party, about = message) => {
    const place = found(message, pointer);
    const value = valueAt(message, place);
    const others = [...ofParty].findLast(([one, said]) => one !== party && !sameJson(said, value))?.[1];
    if (!sameJson(last ?? null, value ?? null)) previous = last;
    last = value;
    ofParty.set(party, value);
    const applies = when(...numbered(party, about));
    const instead = value === undefined ? undefined : wrong(value, { previous, others });
    // No clause defines the granted members of a rejection, or the reason of an acceptance.
    const isOwed = message.status === "REJECTED" ? !GRANTED.test(place) : place !== "/reason";
    if (!applies || !isOwed || instead === undefined || sameJson(instead, value)) return undefined;
    const changed = copy(message);
    if (instead === ABSENT) removeAt(changed, place);
    else putAt(changed, place, instead);
    return changed;
  };
}

/** The pointer with the last member or element in place of `*`. */
function found(message: JsonObject, pointer: string): string {
  const [before = "", after] = pointer.split("/*");
  if (after === undefined) return pointer;
  const inside = valueAt(message, before);
  const key = isObject(inside) || Array.isArray(inside) ? Object.keys(inside).at(-1) : undefined;
  return key === undefined ? pointer : `${before}/${key}${after}`;
}

/** Kinds of missing answers. A late one comes a second after the deadline. */
function silences(type: string): Maker[] {
  type Answer = Parameters<typeof answerInstead>[1];
  const act = (name: string, answer: Answer): Maker => ({
    name,
    make: (when, show) => {
      const numbered = counter();
      return answerInstead(type, (message, body, tools) => {
        // A message of the league manager requires no such answer if it has another sender.
        const isOfManager = methodOf(type)?.from.includes("league_manager");
        if (isOfManager && message.sender !== "league_manager") return undefined;
        if (!when(...numbered(String(message.sender), message))) return undefined;
        show();
        return answer(message, body, tools);
      });
    },
  });
  const deadline = methodOf(type)?.deadlineMs ?? null;
  return [
    act("is not answered", () => new Promise<never>(() => undefined)),
    act("is answered with an error", (_, body) => errorReply(body, -32_603, "Internal error")),
    ...(deadline === null
      ? []
      : [
          act("is answered late", (_, __, { clock }) => pause(clock, deadline + 1_000).then(() => undefined)),
        ]),
  ];
}

type Lapse = (
  send: () => ReturnType<Parameters<Parameters<typeof onCall>[1]>[0]>,
  body: JsonObject,
  clock: Parameters<typeof pause>[0],
) => ReturnType<Parameters<Parameters<typeof onCall>[1]>[0]>;

const LATE_MS = 3_000;

const LAPSES: Readonly<Record<string, Lapse>> = {
  repeated: async (send) => {
    await send().catch(() => undefined);
    return send();
  },
  late: async (send, _, clock) => {
    await pause(clock, LATE_MS);
    return send();
  },
  missing: async (_, body) =>
    body.id === undefined
      ? { status: 204, contentType: "", body: "" }
      : {
          status: 200,
          contentType: "application/json",
          body: JSON.stringify({ jsonrpc: "2.0", id: body.id, result: taken(body.params) }),
        },
};

function lapsing(type: string, when: When, show: () => void, lapse: Lapse): FaultInjection {
  const numbered = counter();
  return onCall(type, (send, body, { clock }, url) => {
    if (!when(...numbered(url, isObject(body.params) ? body.params : {}))) return send(body);
    show();
    return lapse(() => send(body), body, clock);
  });
}

/** The acknowledgement that the sender of a message waits for. */
function taken(params: unknown): JsonObject {
  const { protocol, timestamp, conversation_id, match_id, round_id, message_type } = params as JsonObject;
  const type = String(message_type);
  const about = { protocol, timestamp, conversation_id, match_id, round_id };
  return { ...about, message_type: replyTypeOf(type), ...(RECEIVERS[type] ?? OF_PLAYER) };
}

const OF_PLAYER = { sender: "player:P01", player_id: "P01", status: "ACKNOWLEDGED" };
const RECEIVERS: Readonly<Record<string, JsonObject>> = {
  MATCH_RESULT_REPORT: { sender: "league_manager", status: "recorded" },
  RUN_MATCH: { sender: "referee:REF01", status: "acknowledged" },
};
