/** Finds out how an agent reads and writes messages, with a few sample messages of a match that is not played. */
import { type Clock, timestamp } from "../../../platform/clock.js";
import type { Random } from "../../../platform/random.js";

import type { Transport } from "../../../platform/transport.js";
import { choiceValues } from "../../evidence/peer-messages.js";
import { parsedBody, call as rpcCall } from "../../evidence/questions.js";
import type { Exchange, Role } from "../../evidence/types.js";
import { mergeRules } from "../../form/rules.js";
import { rowOf } from "../../message/contract.js";
import { replyMessage } from "../../message/find-message.js";
import { asText, isObject } from "../../message/members.js";
import type { JsonObject, MessageRules, ProfileDocument } from "../../message/types.js";
import type { Call } from "../call-in-form.js";
import { Gateway } from "../gateway.js";
import { Unanswered } from "../outward.js";
import type { Peer } from "../peer.js";
import { answerIn, answerSignature } from "./judge.js";
import { indicatedRole, matchStartIn } from "./role-signs.js";
import { type KnownMember, sampleMessage, samples, sampleVariables } from "./sample-messages.js";

/** The agent whose form is looked for, and the platform. */
export interface NegotiateOptions {
  readonly url: string;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly random: Random;
  /** Roles that the peer may have, in the order in which they are tried. */
  readonly roles: readonly Role[];
  /** Earlier exchanges with this peer: its registration, refused calls. */
  readonly seen?: readonly Exchange[];
  /** The peer's membership from its registration; default: it is in no league. */
  readonly member?: KnownMember;
}

/** What is known about an agent, and from what. */
export interface Conclusion {
  readonly role: Role;
  /** Whether there was any answer. */
  readonly isReached: boolean;
  /** Message types with a valid answer. */
  readonly understood: readonly string[];
  /** The other message types, each with its last answer. */
  readonly refused: readonly { readonly type: string; readonly answer: string }[];
  /** The peer's form; undefined if no message was understood. */
  readonly document: ProfileDocument | undefined;
  /** The evidence for it, one sentence each. */
  readonly evidence: readonly string[];
  /** What is not known, one sentence each. */
  readonly open: readonly string[];
  readonly requests: number;
  /** The name of the call that starts a match, where the peer lists one; none was called. */
  readonly matchStart: string | undefined;
}

/** The conclusion for the likeliest role. Nothing with an effect on a league is sent. */
export async function negotiate(options: NegotiateOptions): Promise<Conclusion> {
  const { roles, seen = [] } = options;
  const [first] = roles;
  if (first === undefined) throw new RangeError("negotiate() needs a role to try");
  const indicated = indicatedRole(seen);
  const order = [...new Set([indicated, ...roles])].filter(
    (role) => role !== undefined && roles.includes(role),
  );
  const found: Conclusion[] = [];
  for (const role of order as Role[]) {
    const one = await asRole(options, role);
    if (!one.isReached || isOwnOf(one)) return one;
    found.push(one);
  }
  const score = (one: Conclusion) => one.understood.length + Number(one.matchStart !== undefined);
  const [best] = found.toSorted((a, b) => score(b) - score(a));
  return best as Conclusion;
}

/** Only a player answers with a choice, and only a league manager with the outcome of a registration. */
function isOwnOf({ role, understood }: Conclusion): boolean {
  const own =
    role === "player" ? "CHOOSE_PARITY_CALL" : role === "manager" ? "LEAGUE_REGISTER_REQUEST" : undefined;
  return own !== undefined && understood.includes(own);
}

async function asRole(
  { url, transport, clock, random, seen = [], member }: NegotiateOptions,
  role: Role,
): Promise<Conclusion> {
  let requests = 0;
  let isReached = false;
  let last = "";
  const counting: Transport = {
    send: async (request) => {
      requests += 1;
      const reply = await transport.send(request);
      isReached = true;
      last = reply.body;
      return reply;
    },
  };
  const context = { endpoint: "http://127.0.0.1:9/mcp", clock, random, transport: counting };
  const gateway = new Gateway(role === "manager" ? "player" : "league_manager", context, { forms: "any" });
  const peer = gateway.peer(url);
  peer.role = role === "manager" ? "league_manager" : role;
  for (const exchange of seen) peer.learn(exchange);
  const understood: string[] = [];
  const refused: { type: string; answer: string }[] = [];
  const requirements = new Set<string>();
  let values: MessageRules["values"];
  for (const type of samples[role]) {
    const answer = await send(gateway, peer, type, clock, member);
    if (answer === undefined && type === "CHOOSE_PARITY_CALL")
      values = choiceValues(replyMessage(parsedBody(last)) ?? {});
    const token = answer === undefined ? undefined : tokenRefusal(answer);
    if (token !== undefined) requirements.add(`it requires the token of its league (${token})`);
    if (answer === undefined || token !== undefined) understood.push(type);
    else refused.push({ type, answer });
    if (!isReached || (understood.length === 0 && !leagueRefusal.test(answer ?? ""))) break;
  }
  const derived = gateway.derivation(peer);
  const isKnown = understood.length > 0 || refused.some(({ answer }) => leagueRefusal.test(answer));
  const open = [
    ...(derived?.open ?? []).filter((line) => !understood.some((type) => line.endsWith(` ${type}`))),
  ];
  if (await answersAlike(peer, understood, counting))
    open.push("its form cannot be told apart: it answers alike without any content");
  gateway.close();
  return {
    role,
    isReached,
    understood,
    refused,
    requests,
    open,
    document: isKnown ? documentOf(peer, derived?.document, values) : undefined,
    evidence: [
      ...(peer.form?.name.startsWith("derived") === true ? (derived?.evidence ?? []) : []),
      ...requirements,
    ],
    matchStart: role === "referee" ? matchStartIn(peer.evidence) : undefined,
  };
}

/** @returns undefined if it is understood, else the last answer */
async function send(
  gateway: Gateway,
  peer: Peer,
  type: string,
  clock: Clock,
  member: KnownMember | undefined,
): Promise<string | undefined> {
  const now = timestamp(clock.now());
  const message: JsonObject = sampleMessage(type, now, member);
  const call: Call = {
    type,
    message,
    id: 1,
    about: sampleVariables(member),
    now,
  };
  try {
    await gateway.ask(peer, call);
    return undefined;
  } catch (error) {
    const answer = error instanceof Unanswered ? error.answer : undefined;
    const last = peer.evidence.findLast((one) => one.type === type);
    if (answer === undefined && last === undefined) return "no answer in time";
    const { status, body: reply } = answer ?? { status: last?.status, body: last?.reply };
    return answerText({ by: "us", request: null, reply, ...(status === undefined ? {} : { status }) });
  }
}

/** Whether the peer answers a message that it has understood alike without any content: then it fits every form. */
async function answersAlike(
  peer: Peer,
  understood: readonly string[],
  transport: Transport,
): Promise<boolean> {
  const type = understood.find((one) => one === "GAME_INVITATION");
  const method = type === undefined ? undefined : rowOf(type)?.name;
  const known = peer.evidence.findLast((one) => one.type === type && one.by === "us");
  if (method === undefined || peer.form !== null || known === undefined) return false;
  const signal = new AbortController().signal;
  try {
    const empty = answerIn(
      await transport.send({ url: peer.address, body: JSON.stringify(rpcCall(method, {})), signal }),
    );
    return (
      empty.judgement === "answered" &&
      answerSignature(empty.body) === answerSignature(known.reply, known.status)
    );
  } catch {
    return false;
  }
}

/** @param values the words of its choice, if they are not those of the contract */
function documentOf(
  peer: Peer,
  derived: ProfileDocument | undefined,
  values: MessageRules["values"],
): ProfileDocument {
  const document = plainDocumentOf(peer, derived);
  if (values === undefined) return document;
  const { messages = {} } = document;
  const CHOOSE_PARITY_RESPONSE = mergeRules(messages.CHOOSE_PARITY_RESPONSE ?? {}, { values });
  return { ...document, messages: { ...messages, CHOOSE_PARITY_RESPONSE } };
}

function plainDocumentOf(peer: Peer, derived: ProfileDocument | undefined): ProfileDocument {
  const plain = { name: "found", title: "The form of an agent", description: "Found by its answers." };
  const { form } = peer;
  if (form === null || form === undefined) return { ...plain, extends: "canonical" };
  if (form.name.startsWith("derived") && derived !== undefined) return derived;
  return form.name.startsWith("derived")
    ? { ...form.profile, ...plain }
    : { ...plain, extends: form.name.split("+", 1)[0] ?? "loose" };
}

/** An answer of a peer in one line for people. */
const longestAnswer = 160;

/** A JSON-RPC error by its code, its message and its error of the league; any other answer unchanged, but shortened. */
function answerText({ reply, status }: Exchange): string {
  const text = errorText(reply) ?? (typeof reply === "string" ? reply : JSON.stringify(reply ?? ""));
  const short = text.length > longestAnswer ? `${text.slice(0, longestAnswer)}…` : text;
  return status === undefined || status === 200 ? short : `HTTP ${status} ${short}`;
}

function errorText(reply: unknown): string | undefined {
  if (!isObject(reply) || !isObject(reply.error)) return undefined;
  const { code, message, data } = reply.error;
  if (typeof message !== "string") return undefined;
  const { error_code, error_description } = isObject(data) ? data : {};
  const details = [error_code, error_description].filter((one) => typeof one === "string").join(": ");
  return `error ${asText(code)} ${message}${details === "" ? "" : ` (${details})`}`;
}

/** A refusal about the state of the league or the match, by its code or its text. */
export const leagueRefusal =
  /\bE0(?:0[5-9]|13)\b|\b(?:PLAYER|REFEREE)_NOT_(?:FOUND|REGISTERED)\b|\bnot (?:yet )?registered\b/;

/**
 * The code of an error about the token, which the peer's league issues; undefined for other errors. The text is checked
 * because some agents use the same codes for other errors.
 */
function tokenRefusal(text: string): string | undefined {
  return /token|auth/i.test(text) ? /\bE01[12]\b/.exec(text)?.[0] : undefined;
}
