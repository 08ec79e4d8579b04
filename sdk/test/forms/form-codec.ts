/** Writes and reads messages in one random form and in no other, without the SDK. */
import type { Transport } from "../../src/index.js";
import { type Body, isBody } from "../gateway/peers/json-rpc.js";
import {
  acknowledgement,
  documentNames,
  type RandomForm,
  type Spelled,
  spelled,
  timeOf,
} from "./random-form.js";

/** The reason of a refusal; the agent writes it in its own style. */
export interface Refusal {
  readonly kind: "unknown" | "missing" | "time" | "place";
  readonly name: string;
  readonly id: unknown;
}

export type RequestInForm = { readonly type: string; readonly message: Body; readonly id: unknown } | Refusal;

const envelope = ["protocol", "message_type", "sender", "timestamp", "conversation_id", "auth_token"];

/** The required members of each message, by the names of the contract. */
export const needed: Readonly<Record<string, readonly string[]>> = {
  GAME_INVITATION: ["match_id", "opponent_id", "role_in_match"],
  CHOOSE_PARITY_CALL: ["match_id"],
  GAME_OVER: ["match_id", "game_result"],
  RUN_MATCH: ["match_id", "player_A_id", "player_B_id", "player_A_endpoint", "player_B_endpoint"],
  LEAGUE_REGISTER_REQUEST: ["player_meta"],
  REFEREE_REGISTER_REQUEST: ["referee_meta"],
  MATCH_RESULT_REPORT: ["match_id", "result"],
  GAME_JOIN_ACK: ["match_id"],
  CHOOSE_PARITY_RESPONSE: ["match_id", "parity_choice"],
};

const joined = { status: { status: "joined" }, words: "I am in" };
const chosen = (text: string) => ({ capital: { choice: text.toUpperCase() }, list: { choices: [text] } });
/** Names that are reversible in every spelling. */
const knownNames = [
  ...envelope,
  ...Object.values(needed).flat(),
  "player_id",
  "round_id",
  "league_id",
  "matches",
  ...["winner", "result", "contact_endpoint", "display_name", "referee_endpoint"],
];

export class FormCodec {
  readonly form: RandomForm;

  constructor(form: RandomForm) {
    this.form = form;
  }

  nameOf(type: string): string {
    const { names, methods } = this.form;
    if (names === "one") return "handle_message";
    if (names === "type") return type;
    if (names === "lower") return type.toLowerCase();
    const own = names === "own" ? methods[type] : undefined;
    if (own === undefined) return documentNames[type] ?? type.toLowerCase();
    const { prefix = "", suffix = "", methodCase = "snake" } = this.form.habits ?? {};
    return spelled(`${prefix}${own}${suffix}`, methodCase);
  }

  /** A name of a member in the spelling of the form. */
  memberName(name: string): string {
    return spelled(name, this.form.habits?.memberCase ?? "snake");
  }

  /** The message with its members as this form has them. */
  wire(message: Body): Body {
    const { form } = this;
    const type = String(message.message_type);
    const out: Body = {};
    const nest = form.nests[type];
    const inner: Body = {};
    for (const [name, value] of Object.entries(message)) {
      if (form.missing.includes(name)) continue;
      if (name === "message_type" && form.types === "none") continue;
      const place = nest === undefined || envelope.includes(name) ? out : inner;
      place[form.members[name] ?? name] = this.#value(name, value);
    }
    if (form.emptyToken && out.auth_token === undefined) out.auth_token = "";
    if (nest !== undefined) out[nest] = inner;
    return this.#spelled(out, spelled) as Body;
  }

  ask(message: Body, id: number): unknown {
    const { place, wrap } = this.form;
    const method = this.nameOf(String(message.message_type));
    const wire = this.wire(message);
    const content = wrap === undefined ? wire : { [wrap]: wire };
    switch (place) {
      case "params":
        return { jsonrpc: "2.0", id, method, params: content };
      case "message":
        return { jsonrpc: "2.0", id, method, params: { message: wire } };
      case "tool":
        return { jsonrpc: "2.0", id, method: "tools/call", params: { name: method, arguments: content } };
      case "bare":
        return wire;
    }
  }

  answer(message: Body, id: unknown): unknown {
    const wire = this.#shortAnswer(message) ?? this.wire(message);
    const text = typeof wire === "string" ? wire : JSON.stringify(wire);
    const { rpc = "whole" } = this.form.habits ?? {};
    const frame = {
      ...(rpc === "whole" || rpc === "no_id" ? { jsonrpc: "2.0" } : {}),
      ...(rpc === "whole" || rpc === "no_version" ? { id } : {}),
    };
    switch (this.form.reply) {
      case "result":
        return { ...frame, result: wire };
      case "content":
        return { ...frame, result: { content: [{ type: "text", text }] } };
      case "request":
        return { jsonrpc: "2.0", id: 77, method: String(message.message_type), params: wire };
      case "bare":
        return wire;
    }
  }

  /** The agent's short answer; undefined for a whole message. */
  #shortAnswer({ message_type, parity_choice }: Body): unknown {
    const { habits, reply } = this.form;
    const type = String(message_type);
    if (habits === undefined || reply === "request") return undefined;
    const text = String(parity_choice);
    switch (type) {
      case "GAME_JOIN_ACK":
        return { whole: undefined, flag: { accepted: true }, true: true, ...joined }[habits.join];
      case "CHOOSE_PARITY_RESPONSE":
        return { whole: undefined, text, object: { choice: { value: text } }, ...chosen(text) }[
          habits.choice
        ];
      default:
        return type.endsWith("_ACK") ? acknowledgement(habits.ack) : undefined;
    }
  }

  /** Every name in a value in the spelling of the form, or back; ids stay. */
  #spelled(value: unknown, spell: (name: string, style: Spelled) => string): unknown {
    const style = this.form.habits?.memberCase ?? "snake";
    const walk = (one: unknown): unknown =>
      Array.isArray(one)
        ? one.map(walk)
        : isBody(one)
          ? Object.fromEntries(Object.entries(one).map(([name, inner]) => [spell(name, style), walk(inner)]))
          : one;
    return style === "snake" ? value : walk(value);
  }

  #plain(wire: Body): Body {
    const known = [...knownNames, ...Object.values(this.form.members), ...Object.values(this.form.nests)];
    const back = (name: string, style: Spelled) => known.find((one) => spelled(one, style) === name) ?? name;
    return this.#spelled(wire, back) as Body;
  }

  /** The request in a body, if it is in this form. */
  readRequest(body: unknown, served: readonly string[]): RequestInForm {
    const id = isBody(body) ? body.id : undefined;
    const found = this.#findMessage(body);
    if (found === undefined) return this.#misplaced(body, served, id);
    const type = served.find((one) => this.#isFor(one, found.name, found.wire));
    if (type === undefined)
      return { kind: "unknown", name: found.name ?? String(found.wire.message_type), id };
    return this.#checked(type, found.wire, id);
  }

  #misplaced(body: unknown, served: readonly string[], id: unknown): Refusal {
    const { place, wrap } = this.form;
    const params = isBody(body) && isBody(body.params) ? body.params : {};
    const given = place === "tool" ? params.name : place === "bare" ? undefined : isBody(body) && body.method;
    if (place === "tool" && isBody(body) && body.method !== "tools/call")
      return { kind: "place", name: String(body.method), id };
    const name = String(given ?? "None");
    const isKnown = place !== "bare" && served.some((type) => this.nameOf(type) === name);
    return isKnown ? { kind: "missing", name: wrap ?? "message", id } : { kind: "place", name, id };
  }

  /** The message in an answer, if it is in this form. */
  read(body: unknown, type: string): Body | undefined {
    if (!isBody(body)) return undefined;
    const wire = this.#replyIn(body);
    if (wire === undefined) return undefined;
    const reply = this.#checked(type, this.#plain(wire), undefined);
    return "kind" in reply ? undefined : reply.message;
  }

  #replyIn(body: Body): Body | undefined {
    const { result } = body;
    switch (this.form.reply) {
      case "result":
        return isBody(result) ? result : undefined;
      case "content": {
        const content = isBody(result) && Array.isArray(result.content) ? result.content[0] : undefined;
        const parsed: unknown = isBody(content) ? JSON.parse(String(content.text)) : undefined;
        return isBody(parsed) ? parsed : undefined;
      }
      case "request":
        return isBody(body.params) ? body.params : undefined;
      case "bare":
        return body.jsonrpc === undefined ? body : undefined;
    }
  }

  #findMessage(body: unknown): { name: string | undefined; wire: Body } | undefined {
    const { place, wrap } = this.form;
    if (!isBody(body)) return undefined;
    if (place === "bare")
      return body.jsonrpc === undefined ? { name: undefined, wire: this.#plain(body) } : undefined;
    const { method, params } = body;
    if (!isBody(params)) return undefined;
    // A server of tools supports no message as a method.
    if (place === "tool" && method !== "tools/call") return undefined;
    const name = String(place === "tool" ? params.name : method);
    const holder = place === "tool" ? params.arguments : place === "message" ? params.message : params;
    const wire = wrap === undefined || !isBody(holder) ? holder : holder[wrap];
    return isBody(wire) ? { name, wire: this.#plain(wire) } : undefined;
  }

  #isFor(type: string, name: string | undefined, wire: Body): boolean {
    const { names, types } = this.form;
    const said = types === "lower" ? type.toLowerCase() : type;
    if (names === "one" || name === undefined) return wire.message_type === said;
    return this.nameOf(type) === name;
  }

  #checked(type: string, wire: Body, id: unknown): RequestInForm {
    const { form } = this;
    const nest = form.nests[type];
    const inner = nest === undefined ? wire : wire[nest];
    if (nest !== undefined && !isBody(inner)) return { kind: "missing", name: this.memberName(nest), id };
    const content = isBody(inner) ? inner : {};
    const message: Body = { ...wire, message_type: type };
    for (const [canonical, other] of Object.entries({ ...identity(needed[type] ?? []), ...form.members })) {
      const value = envelope.includes(canonical) ? wire[other] : content[other];
      if (value !== undefined) message[canonical] = value;
      else if (needed[type]?.includes(canonical) === true)
        return { kind: "missing", name: this.memberName(other), id };
    }
    for (const [name, value] of Object.entries(content))
      if (message[name] === undefined) message[name] = value;
    const isTimed = wire.timestamp !== undefined || !form.missing.includes("timestamp");
    if (form.isStrictOfTimes && isTimed && !isInStyle(wire.timestamp, form.times)) {
      return { kind: "time", name: "timestamp", id };
    }
    return { type, message, id };
  }

  #value(name: string, value: unknown): unknown {
    const { form } = this;
    const { habits } = form;
    if (typeof value === "number" && habits?.numbers === "text") return String(value);
    if (typeof value !== "string") return value;
    if (name === "role_in_match" && habits?.roles !== undefined)
      return habits.roles[value === "PLAYER_A" ? 0 : 1];
    if (name === "message_type" && form.types === "lower") return value.toLowerCase();
    if (name === "sender" && form.sender === "bare") return value.replace(/^\w+:/, "");
    if (name === "parity_choice" && form.choices === "upper") return value.toUpperCase();
    return ["timestamp", "arrival_timestamp", "deadline"].includes(name)
      ? timeOf(timeIn(value, form.times), habits?.clock ?? "as_form")
      : value;
  }
}

/** A canonical time in another style. */
export function timeIn(text: string, style: RandomForm["times"]): string {
  const seconds = text.replace(/\.\d+/, "");
  if (style === "seconds") return seconds;
  if (style === "offset_seconds") return seconds.replace("Z", "+00:00");
  return style === "offset" ? text.replace("Z", "+00:00") : text;
}

function isInStyle(value: unknown, style: RandomForm["times"]): boolean {
  const hasFraction = /\.\d/.test(String(value));
  const hasOffset = String(value).endsWith("+00:00");
  if (typeof value !== "string") return false;
  // An agent that writes fractions reads whole seconds, too.
  if (style === "fraction" || style === "offset") return true;
  return !hasFraction && hasOffset === (style === "offset_seconds");
}

function identity(names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, name]));
}

/**
 * Registers with a league, which answers in any form.
 * @throws Error when it does not accept
 */
export async function admission(network: Transport, league: string, request: unknown) {
  const { signal } = new AbortController();
  const { body } = await network.send({ url: league, body: JSON.stringify(request), signal });
  const text = body.replaceAll('\\"', '"');
  const id = /"(?:(?:player|referee)[_-]?id|player|agent_id|participant_id)":\s*"([^"]+)"/i.exec(text)?.[1];
  if (id === undefined) throw new Error(`the league answers the registration with ${text.slice(0, 300)}`);
  return { id, token: /"auth[_-]?token":\s*"([^"]+)"/i.exec(text)?.[1] ?? "" };
}
