/** The names of the events of a service that takes all messages at one path. */
import { answerKind } from "../acknowledgement.js";
import { hintsOf } from "../derive/error-hints.js";
import { assignNames } from "../derive/method-names.js";
import type { Exchange } from "../derive/types.js";
import { isObject } from "../members.js";
import { inCamel } from "../spelling.js";
import { serviceName, serviceScore } from "./service-name.js";
import { guessedPaths, nameFor } from "./service-paths.js";
import type { ServiceStyle } from "./service-style.js";

/** The names of events for each message: those that refusals list, or else usual ones that were not refused. */
export function eventNames(
  exchanges: readonly Exchange[],
  style: ServiceStyle | undefined,
  types: readonly string[],
): ReadonlyMap<string, string> {
  if (style?.event === undefined) return new Map();
  const refused = exchanges.filter(isRefusal);
  const listed = new Set(refused.flatMap(({ reply }) => [...hintsOf(reply).names, ...listsIn(reply)]));
  const found = new Map<string, string>();
  const named = (name: string) => nameFor(types, serviceName(name).name);
  for (const [type, name] of assignNames([...listed].map(named), types, serviceScore)) {
    const event = [...listed].find((one) => named(one) === name);
    if (event !== undefined) found.set(type, event);
  }
  // A name that a refusal does not mention is known: its content was refused.
  const unknown = refused.flatMap(({ request, reply }) => {
    const name = isObject(request) ? String(request[style.event ?? ""]) : "";
    const text = JSON.stringify(reply ?? "");
    return text.includes(name) || /unknown|unsupported|not supported/i.test(text) ? [name] : [];
  });
  // A service that lists its events has no others.
  for (const type of found.size > 0 ? [] : types) {
    const guessed = guessedPaths(type, [""], { joint: "_", isOfMatch: false }).map((path) => path.slice(1));
    const inCamelToo = guessed.filter((one) => one.includes("_")).map(inCamel);
    const spelled = style.isCamel ? [...guessed.map(inCamel), ...guessed] : [...guessed, ...inCamelToo];
    const names = [...spelled, type.toLowerCase(), type];
    const name = names.find((one) => !unknown.includes(one));
    if (!found.has(type) && name !== undefined) found.set(type, name);
  }
  return found;
}

/** The lists of texts in a refusal: `{"supported": ["invited", "choose"]}`. */
function listsIn(reply: unknown): string[] {
  const values = isObject(reply) ? Object.values(reply) : [];
  const inner = values.filter(isObject).flatMap((one) => Object.values(one));
  return [...values, ...inner]
    .filter(Array.isArray)
    .flatMap((list) => list.filter((one) => typeof one === "string"));
}

/** Whether an answer refuses a call of ours, by its status or in its words. */
export function isRefusal({ by, status = 200, reply }: Exchange): boolean {
  return by === "us" && (status >= 400 || (isObject(reply) && answerKind(reply) === "refused"));
}
