/** Public players as rows of `players.yaml`, and what a row means. */
import { type Body, bodyOf, filled, rpcResult, valueAt } from "./json-rpc.js";
import {
  allTypes,
  answersWhole,
  type Me,
  meta,
  now,
  type PlayerForm,
  type Read,
  registers,
  says,
  usual,
} from "./player.js";
import { type Names, type Refusal, refused, requestIn, rowsOf, type Unknown, unknownTo } from "./rows.js";

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
  /** The only types that it knows, as they are in its messages. */
  readonly knows?: readonly string[];
  readonly refuses?: readonly Refusal[];
  /** Its answers by type, as templates; by default whole ones. */
  readonly answers?: Readonly<Record<string, unknown>>;
  /** What is around an answer, by type. */
  readonly frame?: Readonly<Record<string, unknown>>;
  /** Its answers to what it does not know. */
  readonly unknown?: Unknown;
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

/** The message of a request with its type; undefined for a request that this player does not know. */
function readBy(row: PlayerRow, request: Body): Read | undefined {
  const { calls, message: places = ["params"] } = row;
  if (calls !== undefined && request.method !== calls) return undefined;
  const message: Body = Object.assign({}, ...places.map((place) => bodyOf(valueAt(request, place))));
  const called = String(calls === undefined ? request.method : bodyOf(request.params).name);
  const type = typeOf(row, called, message.message_type);
  return type === undefined ? undefined : { type, message };
}

/** @param called the method or tool. @param own the type in the message */
function typeOf(
  { methods = ["any"], words, knows }: PlayerRow,
  called: string,
  own: unknown,
): string | undefined {
  if (words !== undefined) {
    const text = `${called} ${String(own)}`.toLowerCase();
    return Object.entries(words).find(([word]) => text.includes(word))?.[1];
  }
  const names: Names = Object.assign(
    {},
    ...methods.map((one) => (typeof one === "string" ? namesOf[one] : one)),
  );
  if (!methods.includes("any") && names[called] !== "any") {
    const type = names[called];
    return type !== undefined && (knows ?? allTypes).includes(type) ? type : undefined;
  }
  const isKnown = typeof own === "string" && (knows === undefined || knows.includes(own));
  return isKnown ? (names[own] ?? own) : undefined;
}

function formOf(row: PlayerRow): PlayerForm {
  const { answers = {}, frame = {}, refuses = [], unknown, tools, registers: registration } = row;
  return {
    ...usual,
    ...row,
    registration: (me) =>
      registration === undefined
        ? usual.registration(me)
        : requestIn(registration, variablesOf(me, { type: "", message: {} })),
    describe: ({ method, id }) =>
      tools !== undefined && method === "tools/list"
        ? rpcResult(id, { tools: tools.map((name) => ({ name })) })
        : undefined,
    read: (request) => readBy(row, request),
    refuse: ({ type, message }, id) => refused(refuses, type, message, id),
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
    unknown: (request) => unknownTo(request, unknown),
  };
}

const forms = new Map(rowsOf<PlayerRow>("players.yaml").map((row) => [row.name, formOf(row)]));

/** @throws Error for a name without a row */
export function publicPlayer(name: string): PlayerForm {
  const form = forms.get(name);
  if (form === undefined) throw new Error(`there is no player ${name}`);
  return form;
}

export const ownTypes = publicPlayer("own-types");
export const messageInParams = publicPlayer("message-in-params");

/** All but those that play in no league with all others: their forms show in a match with one of ours only. */
export const publicPlayers = [...forms.values()].filter(
  ({ name }) => !["knows-no-notices", "at-its-own-path", "content-in-data"].includes(name),
);
