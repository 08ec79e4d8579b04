/** The operations in the documents in which a peer describes itself: its tools, its methods, its OpenAPI document. */

import { orderMemberOf } from "../content/order-members.js";
import { asText, isObject } from "../message/members.js";
import { snake } from "../message/spelling.js";
import type { JsonObject } from "../message/types.js";
import { typeOfPeer } from "./peer-messages.js";
import { isRefused, isUnknownName } from "./request-place.js";
import { ResolvedSchemas, shapeOf } from "./schema-members.js";
import type { Exchange, Operation } from "./types.js";

export function operationsIn(exchanges: readonly Exchange[]): Operation[] {
  const described = operationsOf(exchanges);
  if (!exchanges.some(lacksToolCalls)) return described;
  // A peer that lists tools without tools/call lists its methods.
  return described.map((one) => (one.place === "tool" ? { ...one, place: "method" } : one));
}

/** Whether a peer reports that it does not support the method that calls a tool; an unknown tool does not show that. */
function lacksToolCalls(one: Exchange): boolean {
  if (!isObject(one.request) || one.request.method !== toolCall || !isRefused(one)) return false;
  return isUnknownName(one) && JSON.stringify(one.reply ?? "").includes(toolCall);
}

const toolCall = "tools/call";

function operationsOf(exchanges: readonly Exchange[]): Operation[] {
  return exchanges.flatMap(({ request, path, reply }) => {
    if (path !== undefined) return isObject(reply) && isObject(reply.paths) ? openApi(reply) : [];
    if (!isObject(request) || !isObject(reply)) return [];
    const result = isObject(reply.result) || Array.isArray(reply.result) ? reply.result : reply;
    if (request.method === "tools/list") return tools(result);
    return request.method === "rpc.discover" ? methods(result) : [];
  });
}

function tools(result: unknown): Operation[] {
  const list = Array.isArray(result) ? result : isObject(result) ? result.tools : undefined;
  const named = isObject(list)
    ? Object.entries(list).map(([name, value]) => ({ name, ...objectOf(value) }))
    : list;
  if (!Array.isArray(named)) return [];
  return named.flatMap((tool): Operation[] => {
    if (!isObject(tool) || typeof tool.name !== "string") return [];
    const schema = tool.inputSchema ?? tool.input_schema ?? tool.parameters;
    return [operation(tool.name, "tool", schema, new ResolvedSchemas(schema))];
  });
}

function methods(result: unknown): Operation[] {
  const list = isObject(result) ? result.methods : undefined;
  if (!Array.isArray(list)) return [];
  const schemas = new ResolvedSchemas(result);
  return list.flatMap((method): Operation[] => {
    if (!isObject(method) || typeof method.name !== "string") return [];
    const params = Array.isArray(method.params) ? method.params.filter(isObject) : [];
    const schema = {
      properties: Object.fromEntries(params.map((one) => [asText(one.name), one.schema ?? {}])),
      required: params.filter((one) => one.required === true).map((one) => one.name),
    };
    return [operation(method.name, "method", params.length === 0 ? undefined : schema, schemas)];
  });
}

const rpcMembers = ["jsonrpc", "method", "params"];

function openApi(document: JsonObject): Operation[] {
  const schemas = new ResolvedSchemas(document);
  return Object.entries(objectOf(document.paths)).flatMap(([path, item]) => {
    const post = objectOf(objectOf(item).post);
    const content = objectOf(objectOf(post.requestBody).content);
    const schema = objectOf(content["application/json"]).schema;
    if (Object.keys(post).length === 0) return [];
    const known = operation(path, "path", schema, schemas);
    return [known, ...bodies(schema, document, schemas)];
  });
}

/** The messages that one path takes: alternatives of bare messages, or the params of JSON-RPC. */
function bodies(schema: unknown, document: JsonObject, schemas: ResolvedSchemas): Operation[] {
  const model = modelOf(schema, document);
  const properties = objectOf(model.properties);
  const isRpc = rpcMembers.every((name) => Object.hasOwn(properties, name));
  const shapes = alternativesOf(isRpc ? properties.params : model);
  const methods = isRpc ? textsOf(objectOf(properties.method).enum) : [];
  const described = shapes
    .map((one) => {
      const name = nameOfModel(one);
      const method = methods.find((text) => plain(text) === plain(name)) ?? (isRpc ? "" : name);
      const found = operation(method, isRpc ? "method" : "body", one, schemas);
      const type = found.type ?? typeOfPeer({ message: {}, method: name });
      return { ...found, ...(type === undefined ? {} : { type }) };
    })
    // The model of a listed method is its schema, also if no word of its name is known.
    .filter(({ name, input, type }) => {
      return (type !== undefined || (isRpc && name !== "")) && (input?.members.length ?? 0) > 0;
    });
  const others = methods.filter((name) => !described.some((one) => one.name === name));
  return [...described, ...others.map((name): Operation => ({ name, place: "method" }))];
}

function modelOf(schema: unknown, document: JsonObject): JsonObject {
  const own = objectOf(schema);
  const name = nameOfModel(own);
  return name === "" ? own : objectOf(objectOf(objectOf(document.components).schemas)[name]);
}

function plain(name: string): string {
  return name.replaceAll(/\W|_/g, "").toLowerCase();
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}

function alternativesOf(schema: unknown): unknown[] {
  const { oneOf, anyOf } = objectOf(schema);
  return [oneOf, anyOf].find(Array.isArray) ?? [schema];
}

function nameOfModel(schema: unknown): string {
  const { $ref } = objectOf(schema);
  return typeof $ref === "string" ? ($ref.split("/").at(-1) ?? "") : "";
}

function operation(
  name: string,
  place: Operation["place"],
  schema: unknown,
  schemas: ResolvedSchemas,
): Operation {
  const input = shapeOf(schema, schemas);
  const [type, another] =
    input?.members.find(({ pointer }) => snake(pointer.slice(1)) === "message_type")?.allowed ?? [];
  // One model for several message types describes none of them.
  if (another !== undefined) return { name, place };
  return { name, place, input, ...(typeof type === "string" ? { type } : {}) };
}

function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** Without these there is no match. */
const needed = ["match_id", "player_A_endpoint", "player_B_endpoint"];

/** The path with the members of the message in its query: `/play?id={match_id}&a={player_A_endpoint}`; undefined if none is listed. */
export function describedOrder(exchanges: readonly Exchange[]): string | undefined {
  for (const { path, reply } of exchanges) {
    if (path === undefined || !isObject(reply) || !isObject(reply.paths)) continue;
    for (const [at, item] of Object.entries(reply.paths)) {
      const members = isObject(item) && isObject(item.post) ? membersIn(item.post) : [];
      if (!needed.every((name) => members.some(([, member]) => member === name))) continue;
      return `${at}?${members.map(([name, member]) => `${name}={${member}}`).join("&")}`;
    }
  }
  return undefined;
}

/** The query parameters of an operation with the members that they stand for. */
function membersIn({ parameters }: JsonObject): (readonly [string, string])[] {
  const query = Array.isArray(parameters)
    ? parameters.filter(isObject).filter((one) => one.in === "query")
    : [];
  return query.flatMap(({ name }) => {
    const member = typeof name === "string" && /^[\w-]+$/.test(name) ? orderMemberOf(name) : undefined;
    return member === undefined ? [] : [[asText(name), member] as const];
  });
}
