/** Finds the member of the params or tool arguments in which a peer reads the whole message. */
import { isObject } from "../members.js";
import { ENVELOPE_MEMBERS, type JsonObject } from "../types.js";
import { wrapName } from "../wrap-name.js";
import { hintsOf } from "./error-hints.js";
import { isProbe, isRefused, type Place } from "./request-place.js";
import { plainName } from "./schema-members.js";
import type { Exchange, Operation } from "./types.js";

/** The member that contains the whole message, according to a schema, a call of the peer or a refusal. */
export function wrapOf(
  exchanges: readonly Exchange[],
  operations: readonly Operation[],
  { request }: Place,
): string | undefined {
  const place = request === "tools_call" ? "tool" : "method";
  const described = operations.find((one) => one.place === place && one.input?.wrap !== undefined)?.input
    ?.wrap;
  return described ?? sentWrap(exchanges, request) ?? refusedWrap(exchanges);
}

function sentWrap(exchanges: readonly Exchange[], shape: Place["request"]): string | undefined {
  for (const { by, request } of exchanges) {
    if (by !== "peer" || !isObject(request) || !isObject(request.params)) continue;
    const holder = shape === "tools_call" ? request.params.arguments : request.params;
    const [[name = "", inner] = [], second] = isObject(holder) ? Object.entries(holder) : [];
    if (second === undefined && isObject(inner) && plainName.test(name) && isHolder(name, inner)) return name;
  }
  return undefined;
}

/** Whether a single object contains a whole message, by its name or its envelope; else it describes a registering agent. */
function isHolder(name: string, inner: JsonObject): boolean {
  return wrapName.test(name) || [...ENVELOPE_MEMBERS].some((member) => Object.hasOwn(inner, member));
}

function refusedWrap(exchanges: readonly Exchange[]): string | undefined {
  const refused = exchanges.filter((one) => one.by === "us" && isRefused(one) && !isProbe(one));
  const names = refused.flatMap(({ reply }) => hintsOf(reply).members.map(({ pointer }) => pointer.slice(1)));
  return names.find((name) => wrapName.test(name) && name !== "message" && name !== "invitation");
}
