/** The order to play a match, as a path of `openapi.json` whose query has its members. */
import { asText } from "../as-text.js";
import { isObject } from "../members.js";
import { orderMemberOf } from "../order-members.js";
import type { JsonObject } from "../types.js";
import type { Exchange } from "./types.js";

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
