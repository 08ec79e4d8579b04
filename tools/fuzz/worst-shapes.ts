/** The messages and answers that cost their reader most: as many, as long, as deep and as wordy as a body may be. */
import { protocol } from "@league-v2/contract";
import type { HttpHandler, HttpReply, HttpRequest, Role } from "@league-v2/sdk";
import { samplesOf } from "./messages.ts";

const { bodyBytes, jsonDepth, batchRequests } = protocol.limits;

/** What is left of a body for its names or texts. */
const room = Math.floor(bodyBytes * 0.9);
const words = "match opponent choice round player league result invite join game".split(" ");

/** Names by the way in which they are expensive. Another salt makes other names, which no cache has. */
const names: Readonly<Record<string, (salt: string) => string[]>> = {
  "a hundred": (salt) => wordy(salt, "_").slice(0, 100),
  many: (salt) => Array.from({ length: room / 24 }, (_, index) => `m${salt}${index}`),
  wordy: (salt) => wordy(salt, "_"),
  camel: (salt) =>
    wordy(salt, "_").map((name) => name.replaceAll(/_(\w)/g, (_, one: string) => one.toUpperCase())),
  kebab: (salt) => wordy(salt, "-"),
  long: (salt) => [`${salt}${"a".repeat(room / 2)}`],
  "long words": (salt) => [`${salt}_${"match_".repeat(room / 14)}`],
  "long camel": (salt) => [`${salt}${"aA".repeat(room / 5)}_`],
  "long kebab": (salt) => [`${salt}${"-a".repeat(room / 5)}_`],
};

function wordy(salt: string, separator: string): string[] {
  const at = (index: number) => words[Math.floor(index) % words.length] ?? "";
  return Array.from({ length: room / 60 }, (_, index) =>
    [at(index), at(index / 10), at(index / 100), `${salt}${index}`].join(separator),
  );
}

const objectOf = (keys: readonly string[], value: (key: string, index: number) => unknown) =>
  Object.fromEntries(keys.map((key, index) => [key, value(key, index)]));

/** The names in a tree as deep as JSON may be. */
function deep(keys: readonly string[]): unknown {
  const levels = jsonDepth - 8;
  const share = Math.ceil(keys.length / levels);
  let inner: unknown = "even";
  for (let level = 0; level < levels; level++) {
    const beside = objectOf(keys.slice(level * share, (level + 1) * share), () => "P01");
    inner = { ...beside, [`in${level}`]: inner };
  }
  return inner;
}

export interface Shape<Value> {
  readonly name: string;
  /** @param salt lower-case letters and digits */
  readonly of: (salt: string) => Value;
}

/** Requests to a role: such names at each place where a message may have some, in its messages in turn; and ids that no double holds. */
export function worstRequests(role: Role): readonly Shape<HttpRequest>[] {
  const samples = [...new Map(samplesOf(role).map((sample) => [sample.method, sample])).values()];
  const pairs = Object.entries(places).flatMap((place) =>
    Object.entries(names).map((kind) => [place, kind] as const),
  );
  const named = pairs.map(([[place, bodyOf], [kind, of]], index): Shape<HttpRequest> => {
    const { method, message } = pick(samples, index);
    const { protocol: _, message_type, ...members } = message as Readonly<Record<string, unknown>>;
    const sample = { method, type: String(message_type), message, members };
    return {
      name: `${kind} names ${place} of ${method}`,
      of: (salt: string) =>
        posted(bodyOf(of(salt), sample), place === "at another path" ? `/${method}` : "/mcp"),
    };
  });
  return [...named, { name: "a batch with ids beyond 2^53", of: () => posted(unsafeIds) }];
}

function posted(body: unknown, path = "/mcp"): HttpRequest {
  return { method: "POST", path, contentType: "application/json", body: JSON.stringify(body) };
}

/** Each id is looked up in the text, because a double does not hold it. */
const unsafeIds = Array.from({ length: batchRequests }, () => ({
  jsonrpc: "2.0",
  id: 1e300,
  method: "ping",
  params: { numbers: Array.from({ length: 1_200 }, () => 1) },
}));

function pick<T>(list: readonly T[], index: number): T {
  return list[index % list.length] as T;
}

interface Sample {
  readonly method: string;
  readonly type: string;
  readonly message: object;
  /** Without the protocol and the type, as other agents send it. */
  readonly members: Readonly<Record<string, unknown>>;
}

const call = (method: string, params: unknown) => ({ jsonrpc: "2.0", id: 1, method, params });

const places: Readonly<Record<string, (keys: readonly string[], sample: Sample) => unknown>> = {
  "beside the members": (keys, { method, message }) =>
    call(method, { ...message, ...objectOf(keys, () => "P01") }),
  "in another form": (keys, { method, members }) =>
    call(`handle_${method}`, { ...members, ...objectOf(keys, (_, index) => index) }),
  "in one object": (keys, { method, members }) =>
    call(method, { payload: { ...members, ...objectOf(keys, () => "even") } }),
  "of a bare message": (keys, { type, members }) => ({
    ...members,
    message_type: `x_${type}`,
    ...objectOf(keys, () => true),
  }),
  "of a tool": (keys, { method, members }) => {
    const args = { ...members, ...objectOf(keys, () => ["P01"]) };
    return call("tools/call", { name: `on_${method}`, arguments: args });
  },
  "as the method": ([key = ""], { method, members }) => call(`${key}_${method}`, members),
  "as the type": ([key = ""], { type, members }) => ({ ...members, message_type: `${type}_${key}` }),
  "in a list": (keys, { method, members }) =>
    call(`do_${method}`, { ...members, list: keys.map((key) => ({ [key]: key })) }),
  "as values": ([key], { method, members }) =>
    call(
      `do_${method}`,
      objectOf(Object.keys(members).slice(0, 2), () => key),
    ),
  deep: (keys, { method, members }) => call(`do_${method}`, { ...members, message: deep(keys) }),
  "at another path": (keys, { members }) => ({ ...members, ...objectOf(keys, () => "P01") }),
  "in a batch": (keys, { method, members }) => {
    const share = Math.max(1, Math.floor(keys.length / batchRequests / 2));
    const part = (index: number) =>
      objectOf(keys.slice(index * share, (index + 1) * share), () => members.match_id);
    const length = Math.min(batchRequests, Math.ceil(keys.length / share));
    return Array.from({ length }, (_, index) =>
      call(`do_${method}`, { match_id: members.match_id, ...part(index) }),
    );
  },
};

const json = (body: unknown): HttpReply => ({
  status: 200,
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});
const answer = (value: object) => json({ jsonrpc: "2.0", id: 1, ...value });
const ofSchema = (schema: object) => ({
  post: { requestBody: { content: { "application/json": { schema } } } },
});

/** What a peer answers to the questions about itself, and to everything else. */
function describing(
  operations: readonly {
    readonly name: string;
    readonly schema: object;
    readonly params: readonly object[];
  }[],
  models: object,
  other: object,
): HttpHandler {
  const paths = Object.fromEntries(operations.map(({ name, schema }) => [`/${name}`, ofSchema(schema)]));
  const document = json({ openapi: "3.1.0", components: { schemas: models }, paths });
  const tools = operations.map(({ name, schema }) => ({ name, inputSchema: { ...schema, ...models } }));
  const methods = operations.map(({ name, params }) => ({ name, params }));
  const [listed, discovered, others] = [{ tools }, { methods }].map((result) => answer({ result }));
  const rest = answer(other);
  return async ({ method, body }) => {
    if (method === "GET") return document;
    const asked = String(body);
    return (
      (asked.includes('"tools/list"') ? listed : asked.includes('"rpc.discover"') ? discovered : others) ??
      rest
    );
  };
}

/** A peer that describes and refuses everything with the names. */
function withNames(keys: readonly string[], perOperation: number): HttpHandler {
  const own = keys.slice(0, Math.max(1, Math.floor(keys.length / 3)));
  const operations = [];
  for (let at = 0; at < own.length; at += perOperation) {
    const required = own.slice(at, at + perOperation);
    const properties = objectOf(required, () => ({ type: "string" }));
    const params = required.map((name) => ({ name, required: true, schema: {} }));
    operations.push({
      name: `${required[0]}_${at}`,
      schema: { type: "object", properties, required },
      params,
    });
  }
  const fault = (key: string) => ({ loc: ["body", key], msg: "Field required", type: "missing" });
  return describing(
    operations,
    {},
    {
      error: { code: -32602, message: `missing ${own.join(", ")}`, data: { detail: own.map(fault) } },
    },
  );
}

/** A document whose schemas refer to themselves, many times at each level. */
function referringToItself(): HttpHandler {
  const schema = { $ref: "#/components/schemas/A" };
  const again = Array.from({ length: 60 }, () => schema);
  const models = { A: { allOf: again, anyOf: again, properties: { a: schema } } };
  const params = [{ name: "a", schema }];
  return describing(
    words.map((name) => ({ name, schema, params })),
    models,
    { result: models },
  );
}

/** A refusal in as many texts as fit, made for the patterns of readers. */
function refusingWith(text: string, length: number): HttpHandler {
  const whole = text.repeat(length / text.length);
  const data = Array.from({ length: room / (length + 10) }, (_, index) => `${index}${whole}`);
  const reply = answer({ error: { code: -32602, message: whole, data } });
  return async () => reply;
}

function answeringWith(keys: readonly string[]): HttpHandler {
  const reply = answer({ result: { status: "ok", ...objectOf(keys, () => "P01"), message: deep([]) } });
  return async () => reply;
}

const textsForPatterns = [
  "missing ",
  "a ",
  "'a', ",
  "a.",
  "-a",
  "required: ",
  "x must be 'a' ",
  "expected 'a' or ",
  "a\n  b",
  "_",
];

/** The kinds of names that cost most in descriptions. */
const ofPeers = ["a hundred", "many", "camel", "long words"];

/** Peers that answer everything, also the questions that an agent asks to understand them. */
export const worstPeers: readonly Shape<HttpHandler>[] = [
  ...Object.entries(names)
    .filter(([kind]) => ofPeers.includes(kind))
    .flatMap(([kind, of]) => [
      { name: `describes itself with ${kind} names`, of: (salt: string) => withNames(of(salt), 10) },
      { name: `describes one call with ${kind} names`, of: (salt: string) => withNames(of(salt), room) },
      { name: `answers with ${kind} names`, of: (salt: string) => answeringWith(of(salt)) },
    ]),
  { name: "refers to itself", of: referringToItself },
  { name: "refuses in many texts", of: () => refusingWith("missing a", 9) },
  ...textsForPatterns.map((text) => ({
    name: `refuses with ${JSON.stringify(text)}`,
    of: () => refusingWith(text, 2000),
  })),
];
