/** The paths at which a service takes messages: described, in the style of its own calls, or guessed. */

import type { Exchange, Operation } from "../derive/types.js";
import { isObject } from "../members.js";
import { isPlaceholder, serviceName, serviceScore } from "./service-name.js";

/** Usual paths, the most usual first. */
const usual: Readonly<Record<string, readonly string[]>> = {
  GAME_INVITATION: [
    ...["/game_invitation", "/invitation", "/invitations", "/invite", "/game/invitation", "/game/invite"],
    ...["/matches/{match_id}/invitation", "/game-invitation", "/join", "/matches/{match_id}/join"],
    ...["/handle_game_invitation", "/match/invitation", "/join_game", "/game/join"],
  ],
  CHOOSE_PARITY_CALL: [
    ...["/choose_parity", "/choice", "/choose", "/matches/{match_id}/choice", "/game/choose", "/game/choice"],
    ...["/parity", "/choose-parity", "/move", "/matches/{match_id}/move", "/choices", "/parity_choice"],
    ...["/match/choice", "/make_choice"],
  ],
  GAME_OVER: [
    ...[
      "/game_over",
      "/result",
      "/game_result",
      "/match_result",
      "/game/result",
      "/matches/{match_id}/result",
    ],
    ...["/results", "/notify_match_result", "/game-over", "/game/over", "/match/result", "/game/end"],
  ],
  ROUND_ANNOUNCEMENT: ["/round_announcement", "/round", "/rounds"],
  RUN_MATCH: [
    ...["/run_match", "/matches", "/start_match", "/match", "/games", "/match/start", "/matches/start"],
    ...["/run-match", "/start", "/game/start", "/start_game", "/assign_match", "/matches/{match_id}/start"],
  ],
};

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

/** The paths that are tried for a message, below the usual starts of paths. */
export function guessedPaths(type: string, prefixes: readonly string[]): string[] {
  const own = usual[type] ?? [];
  return prefixes.flatMap((prefix) => own.map((path) => `${prefix}${path}`));
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
