/** Public players as rows of `players.yaml`, and what a row means. */
import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { type Body, bodyOf, filled, type Reply, rpcError, rpcResult, valueAt } from "./json-rpc.js";
import {
  allTypes,
  answersWhole,
  type Me,
  meta,
  now,
  type PlayerForm,
  type Read,
  registers,
  rpc,
  says,
  usual,
} from "./player.js";

/** The JSON-RPC error with this code, the result, or the body of an answer. In its texts are the variables of the request. */
interface Answered {
  readonly code?: number;
  readonly text?: string;
  readonly data?: unknown;
  readonly result?: unknown;
  readonly body?: unknown;
  readonly status?: number;
}

/** A message is refused that lacks one of these members, has others than these, or has another value in one. */
interface Refusal extends Answered {
  /** The types that it is about; by default all. */
  readonly of?: string;
  readonly needs?: readonly string[];
  readonly only?: readonly string[];
  readonly unless?: Readonly<Record<string, string>>;
}

type Names = Readonly<Record<string, string>>;

interface PlayerRow extends Pick<PlayerForm, "name" | "isBare" | "keepsId" | "path"> {
  /** Its registration, as a template. */
  readonly registers?: Body;
  /** What it names in `tools/list`. */
  readonly tools?: readonly string[];
  /** The only method, if the name of a message is in its params. */
  readonly calls?: string;
  /** The type of a message under each name; `any`: the type is in the message. */
  readonly methods?: readonly ("documents" | "types" | "lower" | "any" | Names)[];
  /** The type of a message under a name or type with this word, in place of `methods`. */
  readonly words?: Names;
  /** The places of its members. */
  readonly message?: readonly string[];
  readonly knows?: readonly string[];
  readonly refuses?: readonly Refusal[];
  /** Its answers by type, as templates; by default whole ones. */
  readonly answers?: Readonly<Record<string, unknown>>;
  /** What is around an answer, by type. */
  readonly frame?: Readonly<Record<string, unknown>>;
  /** Its answer to any other request: the first one whose patterns the request has. */
  readonly unknown?: readonly (Answered & { readonly if?: Names })[];
}

export const documentNames: Names = {
  handle_game_invitation: "GAME_INVITATION",
  choose_parity: "CHOOSE_PARITY_CALL",
  notify_match_result: "GAME_OVER",
  notify_round: "ROUND_ANNOUNCEMENT",
};

const namesOf = {
  documents: documentNames,
  types: Object.fromEntries(allTypes.map((type) => [type, type])),
  lower: Object.fromEntries(allTypes.map((type) => [type.toLowerCase(), type])),
  any: {},
};

const matches = (from: Body, patterns: Names) =>
  Object.entries(patterns).every(([path, pattern]) =>
    new RegExp(`^(?:${pattern})$`).test(String(valueAt(from, path) ?? "")),
  );

function replied(id: unknown, answered: Answered, variables: Body): Reply {
  const { code, text = "", data, result, body, status = 200 } = answered;
  if (code !== undefined) return rpcError(id, code, String(filled(text, variables)), status, data);
  return body === undefined ? rpcResult(id, filled(result, variables)) : { status, body };
}

/** What is wrong with a message; undefined if nothing is. */
function faults({ needs = [], only, unless = {} }: Refusal, message: Body): readonly string[] | undefined {
  const allowed = new Set([...(only ?? Object.keys(message)), "auth_token"]);
  const extra = Object.keys(message).filter((name) => !allowed.has(name));
  const wrong = [...needs.filter((path) => valueAt(message, path) === undefined), ...extra];
  return wrong.length > 0 || !matches(message, unless) ? wrong : undefined;
}

/** The variables of the templates. */
function variablesOf(me: Me, { type, message }: Read): Body {
  const own = { player: me.id, name: me.name, url: me.url, token: me.token, choice: me.choice, now };
  const envelope = says(me, "ACK", {});
  return {
    ...message,
    ...own,
    type,
    origin: new URL(me.url).origin,
    meta: meta(me),
    envelope,
    whole: answersWhole({ type, message }, me),
    registration: registers(me),
  };
}

function readBy(row: PlayerRow, request: Body): Read | undefined {
  const { calls, methods = ["any"], words, message: places = ["params"], knows } = row;
  const message: Body = Object.assign({}, ...places.map((place) => bodyOf(valueAt(request, place))));
  const called = calls === undefined ? request.method : bodyOf(request.params).name;
  const own = String(message.message_type);
  if (calls !== undefined && request.method !== calls) return undefined;
  if (words !== undefined) {
    const text = `${String(called)} ${own}`.toLowerCase();
    const [, type] = Object.entries(words).find(([word]) => text.includes(word)) ?? [];
    return type === undefined ? undefined : { type, message };
  }
  const names: Names = Object.assign(
    {},
    ...methods.map((one) => (typeof one === "string" ? namesOf[one] : one)),
  );
  const isAny = methods.includes("any") || names[String(called)] === "any";
  const type = isAny ? (names[own] ?? own) : names[String(called)];
  const isKnown = type !== undefined && (knows ?? (isAny ? [type] : allTypes)).includes(type);
  return isKnown && (!isAny || message.message_type !== undefined) ? { type, message } : undefined;
}

function formOf(row: PlayerRow): PlayerForm {
  const { answers = {}, frame = {}, refuses = [], unknown, tools, registers: registration } = row;
  return {
    ...usual,
    ...row,
    registration: (me) => {
      if (registration === undefined) return usual.registration(me);
      const { method, ...rest } = bodyOf(filled(registration, variablesOf(me, { type: "", message: {} })));
      return method === undefined ? rest : rpc(String(method), rest.params);
    },
    describe: ({ method, id }) =>
      tools !== undefined && method === "tools/list"
        ? rpcResult(id, { tools: tools.map((name) => ({ name })) })
        : undefined,
    read: (request) => readBy(row, request),
    refuse: ({ type, message }, id) => {
      for (const one of refuses) {
        const wrong = new RegExp(`^(?:${one.of ?? ".*"})$`).test(type) ? faults(one, message) : undefined;
        if (wrong === undefined) continue;
        const lines = wrong.map((path) => `${path}\n  Field required [type=missing, input_type=dict]`);
        const about = { type, missing: wrong[0], count: wrong.length, faults: lines.join("\n") };
        return replied(id, one, about);
      }
      return undefined;
    },
    answer: (read, me) => {
      const template = answers[read.type] ?? answers.other;
      return template === undefined
        ? answersWhole(read, me)
        : bodyOf(filled(template, variablesOf(me, read)));
    },
    reply: (rpc_id, answer, { type }) => {
      const { protocol, message_type, sender, timestamp, conversation_id, ...answer_content } = answer;
      const answer_envelope = { protocol, message_type, sender, timestamp, conversation_id };
      const about = { rpc_id, answer, answer_envelope, answer_content, answer_text: JSON.stringify(answer) };
      const framed = frame[type] ?? frame.other;
      return framed === undefined ? rpcResult(rpc_id, answer) : { body: filled(framed, about) };
    },
    unknown: (request) => {
      const found = unknown?.find((one) => matches(request, one.if ?? {}));
      const { method, params, id } = request;
      const about = { method, called: bodyOf(params).name };
      return found === undefined ? usual.unknown(request) : replied(id, found, about);
    },
  };
}

const file = new URL("players.yaml", import.meta.url);
const rows: readonly PlayerRow[] = parse(readFileSync(file, "utf8"), { merge: true });
const forms = new Map(rows.map((row) => [row.name, formOf(row)]));

/** @throws Error for a name without a row */
export function publicPlayer(name: string): PlayerForm {
  const form = forms.get(name);
  if (form === undefined) throw new Error(`there is no player ${name}`);
  return form;
}

export const ownTypes = publicPlayer("own-types");
export const messageInParams = publicPlayer("message-in-params");

/** All but those that know no notices or that have another path. */
export const publicPlayers = [...forms.values()].filter(
  ({ name }) => !["knows-no-notices", "at-its-own-path"].includes(name),
);
