/** The paths at which a service takes messages: described, in the style of its own calls, or guessed. */

import type { Exchange, Operation } from "../derive/types.js";
import { isObject } from "../members.js";
import { isPlaceholder, serviceName, serviceScore } from "./service-name.js";

/** The words of usual paths, the most usual first; the path of a resource begins with `matches`. */
const usual: Readonly<Record<string, readonly string[]>> = {
  GAME_INVITATION: [
    ...["game invitation", "invitation", "invite", "invitations", "game invite", "match invite", "join"],
    ...["game join", "matches invitation", "match invitation", "join game", "match join"],
  ],
  CHOOSE_PARITY_CALL: [
    ...["choose parity", "choice", "choose", "matches choice", "game choice", "move", "game choose"],
    ...["make choice", "parity choice", "parity", "matches move", "match choice"],
  ],
  GAME_OVER: [
    ...["game over", "result", "game result", "match result", "matches result", "match end", "finish"],
    ...["results", "game end", "end", "matches end", "match over"],
  ],
  ROUND_ANNOUNCEMENT: ["round announcement", "round", "rounds"],
  RUN_MATCH: [
    ...["run match", "matches", "start match", "match start", "play", "games", "match", "start"],
    ...["game start", "start game", "play match", "assign match"],
  ],
};

const joints = ["_", "/", "-"];

const longestText = 20_000;

/** The paths in a service's list of its endpoints, in any shape. */
export function listedPaths(exchanges: readonly Exchange[]): string[] {
  const lists = exchanges.filter(({ path, status = 200 }) => path === "/" && status < 400);
  return lists.flatMap(({ reply }) => {
    const text = (isObject(reply) || Array.isArray(reply) ? JSON.stringify(reply) : "").slice(0, longestText);
    const all = [...text.matchAll(/"(?:(GET|POST|PUT|DELETE|PATCH)\s+)?(\/[\w/{}:<>.-]+)/g)];
    return all.flatMap(([, verb, path]) => (path === undefined || (verb ?? "POST") !== "POST" ? [] : [path]));
  });
}

/** The described path of each message, the most similar ones first. */
export function describedPaths(
  operations: readonly Operation[],
  exchanges: readonly Exchange[],
  types: readonly string[],
): ReadonlyMap<string, string> {
  const described = operations.filter(({ place }) => place === "path").map(({ name }) => name);
  const paths = [...new Set([...described, ...listedPaths(exchanges)])];
  const isStart = types.length === 1 && types[0] === "RUN_MATCH";
  // A POST to a collection of matches starts one.
  const named = (path: string) => `${isStart ? "run_" : ""}${serviceName(path).name}`;
  const pairs = types
    .flatMap((type) => paths.map((path) => ({ type, path, score: serviceScore(named(path), type) })))
    .filter(({ score }) => score >= leastScore)
    .toSorted((a, b) => b.score - a.score);
  const found = new Map<string, string>();
  for (const { type, path } of pairs)
    if (!found.has(type) && ![...found.values()].includes(path)) found.set(type, path);
  return new Map([...found].map(([type, path]) => [type, withVariables(path)]));
}

const leastScore = 4;

/**
 * The paths that are tried for a message, below the usual starts of paths.
 * @param like a path of this peer, which shows how it joins words
 */
export function guessedPaths(type: string, prefixes: readonly string[], like: string | undefined): string[] {
  const own = jointIn(like);
  const [first = "_", ...others] = own === undefined ? joints : [own, ...joints.filter((one) => one !== own)];
  const at = (joint: string) =>
    (usual[type] ?? []).map((words) => {
      const [head = "", last] = words.split(" ");
      if (head === "matches" && last !== undefined) return `/matches/{match_id}/${last}`;
      return `/${words.replace(" ", joint)}`;
    });
  const all = [first, ...others].flatMap(at);
  return [...new Set(prefixes.flatMap((prefix) => all.map((path) => `${prefix}${path}`)))];
}

/** The character between two words of the last part of a path. */
function jointIn(path: string | undefined): string | undefined {
  const words = /([a-z]+)([_/-])([a-z]+)$/i.exec(path ?? "");
  return words === null || serviceName(words[1] ?? "").name === "" ? undefined : words[2];
}

/** A described path with the variables of a profile. */
function withVariables(path: string): string {
  const steps = path.split("/").map((step) => {
    if (!isPlaceholder(step)) return step;
    return /player|agent/i.test(step) ? "{recipient}" : "{match_id}";
  });
  return steps.join("/");
}

/** Whether a call to an address was one to this path. */
export function isCallTo(address: string, path: string): boolean {
  const [own, other] = [new URL(address).pathname.split("/"), path.split("/")];
  return (
    own.length === other.length && other.every((step, index) => /^\{\w+\}$/.test(step) || step === own[index])
  );
}
