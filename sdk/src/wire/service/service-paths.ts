/** The paths at which a service accepts messages: described, in the style of its own calls, or guessed. */
import { assignNames } from "../derive/method-names.js";
import type { Exchange, Operation } from "../derive/types.js";
import { isObject } from "../members.js";
import { isPlaceholder, serviceName, serviceScore } from "./service-name.js";

/** The words of usual paths, the most usual first; the path of a resource begins with `matches`. */
const usual: Readonly<Record<string, readonly string[]>> = {
  GAME_INVITATION: [
    ...["invitation", "invite", "game invitation", "join", "match invite", "game join", "invitations"],
    ...["matches invitation", "game invite", "match invitation", "join game"],
  ],
  CHOOSE_PARITY_CALL: [
    ...["choice", "choose", "matches choice", "move", "choose parity", "matches choose", "game choice"],
    ...["make choice", "matches parity", "matches move", "choices", "parity", "game choose"],
  ],
  GAME_OVER: [
    ...["result", "matches result", "game over", "game result", "match result", "finish", "match end"],
    ...["matches finish", "matches over", "matches end", "results", "end", "game end", "match over"],
  ],
  // A player does not need it, so one path is tried.
  ROUND_ANNOUNCEMENT: ["round announcement"],
  RUN_MATCH: [
    ...["matches", "play", "games", "start match", "run match", "match start", "start", "match"],
    ...["play match", "game start", "start game", "assign match"],
  ],
  LEAGUE_REGISTER_REQUEST: ["register player", "players", "register", "players register", "join"],
  REFEREE_REGISTER_REQUEST: ["register referee", "referees", "register", "referees register", "join"],
  MATCH_RESULT_REPORT: [
    ...["report result", "match result", "results", "report", "matches result", "result", "submit result"],
    ...["report match", "match report"],
  ],
};

const joints = ["_", "/", "-"];
/** The most paths that are tried for a message after the first; a path that a service does not have is refused before any effect. */
export const mostPaths = 19;

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
  const named = (path: string) => nameFor(types, serviceName(path).name);
  const found = assignNames(paths.map(named), types, serviceScore);
  return new Map(
    [...found].map(([type, name]) => [type, withVariables(paths.find((one) => named(one) === name) ?? "")]),
  );
}

/** The name of a path or an event for a role with one message: a POST to a collection of matches starts one. */
export function nameFor(types: readonly string[], name: string): string {
  const isAboutMatch = /match|game/.test(name);
  switch (types.join()) {
    case "RUN_MATCH":
      return `run_${name}`;
    case "LEAGUE_REGISTER_REQUEST":
      return isAboutMatch || /referee/.test(name)
        ? name
        : `player_${name.replace(/^(?:player|agent)$/, "register")}`;
    case "REFEREE_REGISTER_REQUEST":
      return isAboutMatch || /player/.test(name)
        ? name
        : `referee_${name.replace(/^(?:referee|agent)$/, "register")}`;
    default:
      return name;
  }
}

/** The style of a peer's paths, from one of them. */
export interface PathStyle {
  /** The character between two words. */
  readonly joint: string | undefined;
  /** Whether the path has the id of its match. */
  readonly isOfMatch: boolean;
}

export function pathStyle(path: string): PathStyle {
  const words = /([a-z]+)([_/-])([a-z]+)$/i.exec(path);
  const joint = words === null || serviceName(words[1] ?? "").name === "" ? undefined : words[2];
  return { joint, isOfMatch: path.includes("{match_id}") };
}

/**
 * The paths that are tried for a message, below the usual starts of paths.
 * @param like the style of the path of an earlier message of the same match
 */
export function guessedPaths(
  type: string,
  prefixes: readonly string[],
  { joint: own, isOfMatch }: Partial<PathStyle>,
): string[] {
  const all = (usual[type] ?? []).flatMap((words) => {
    const [head = "", last] = words.split(" ");
    const isResource = head === "matches" && last !== undefined;
    if (isOfMatch !== undefined && isOfMatch !== isResource) return [];
    if (isResource) return [`/matches/{match_id}/${last}`];
    if (last === undefined) return [`/${head}`];
    const all = type === "ROUND_ANNOUNCEMENT" ? joints.slice(0, 1) : joints;
    return (own === undefined ? all : [own]).map((joint) => `/${head}${joint}${last}`);
  });
  return prefixes.flatMap((prefix) => all.map((path) => `${prefix}${path}`)).slice(0, mostPaths);
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
