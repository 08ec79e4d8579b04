/** A wire form from a seed: the places, the names and the contents of messages. */
import type { Random } from "../../src/index.js";
import { type Habits, randomHabits } from "./habits.js";
import { familiar, type Words } from "./vocabulary.js";

export type Place = "params" | "message" | "tool" | "bare";
export type Names = "documents" | "type" | "lower" | "own" | "one";
export type Times = "fraction" | "seconds" | "offset_seconds" | "offset";
/** How an agent describes its methods. */
export type Describes = "tools" | "schemas" | "discover" | "openapi" | "nothing";
/** The shape of an agent's refusals. */
export type ErrorStyle = "lists_names" | "names_fields" | "http_422" | "key_error" | "plain";
export type Start = "run_match" | "blocking" | "announcement";

export interface RandomForm {
  readonly seed: number;
  readonly place: Place;
  readonly reply: "result" | "content" | "request" | "bare";
  readonly names: Names;
  /** The method or tool of each message. */
  readonly methods: Readonly<Record<string, string>>;
  /** Message types are written in lower case, or left out. */
  readonly types: "plain" | "lower" | "none";
  readonly members: Readonly<Record<string, string>>;
  readonly nests: Readonly<Record<string, string>>;
  /** Members that stay outside of the nested object. */
  readonly wrap?: string;
  /** Members of the envelope that it neither sends nor requires. */
  readonly missing: readonly string[];
  /** The value that it writes for a missing token. */
  readonly emptyToken: boolean;
  readonly times: Times;
  /** Refuses times of another style. */
  readonly isStrictOfTimes: boolean;
  readonly sender: "typed" | "bare";
  readonly describes: Describes;
  readonly errors: ErrorStyle;
  readonly start: Start;
  /** Capitals for the two choices. */
  readonly choices: "lower" | "upper";
  /** Set for agents whose authors read the documents and implement freely. */
  readonly habits?: Habits;
}

export const documentNames: Readonly<Record<string, string>> = {
  LEAGUE_REGISTER_REQUEST: "register_player",
  REFEREE_REGISTER_REQUEST: "register_referee",
  ROUND_ANNOUNCEMENT: "notify_round",
  RUN_MATCH: "run_match",
  GAME_INVITATION: "handle_game_invitation",
  CHOOSE_PARITY_CALL: "choose_parity",
  GAME_OVER: "notify_match_result",
  MATCH_RESULT_REPORT: "report_match_result",
  LEAGUE_STANDINGS_UPDATE: "update_standings",
  ROUND_COMPLETED: "notify_round_completed",
  LEAGUE_COMPLETED: "notify_league_completed",
};

/** @param words other lists than the default also have other conventions */
export function randomForm(random: Random, seed: number, words: Words = familiar): RandomForm {
  const form = formWith(random, seed, words);
  if (words === familiar) return form;
  const names = words.orders[random.below(words.orders.length)] ?? [];
  const habits = randomHabits(random);
  const canonical = ["player_A_id", "player_B_id", "player_A_endpoint", "player_B_endpoint"];
  const isTold = form.errors !== "plain" || !["nothing", "tools"].includes(form.describes);
  const order = isTold && random.below(2) === 0 ? names.map((name, index) => [canonical[index], name]) : [];
  return {
    ...form,
    members: { ...form.members, ...Object.fromEntries(order) },
    habits,
    isStrictOfTimes: form.isStrictOfTimes && habits.clock === "as_form",
  };
}

function formWith(random: Random, seed: number, words: Words): RandomForm {
  const pick = <T>(list: readonly T[]): T => list[random.below(list.length)] as T;
  const chance = (percent: number) => random.below(100) < percent;
  const place = pick<Place>(["params", "params", "params", "message", "tool", "tool", "bare"]);
  const names = namesOf(place, pick);
  const describes = describesOf(place, names, pick);
  const errors = errorsOf(names, describes, pick, chance);
  // Names that an agent does not describe cannot be determined, so only few such agents are generated.
  const isTold = errors !== "plain" || !["nothing", "tools"].includes(describes);
  const unusual = isTold ? 50 : 6;
  const chosen = (percent: number, all: Readonly<Record<string, readonly string[]>>) =>
    Object.fromEntries(
      Object.entries(all).flatMap(([name, others]) => (chance(percent) ? [[name, pick(others)]] : [])),
    );
  const renames = chance(unusual);
  const wrap =
    place === "params" || place === "tool" ? (chance(8) ? pick(words.wraps) : undefined) : undefined;
  return {
    seed,
    place,
    names,
    reply: replyOf(place, pick),
    methods: names === "own" ? chosen(100, words.methods) : {},
    types: place === "bare" || names === "one" ? "plain" : pick(["plain", "plain", "plain", "lower", "none"]),
    members: renames ? chosen(30, words.members) : {},
    nests: chance(unusual * 0.4) ? chosen(70, words.nests) : {},
    ...(wrap === undefined ? {} : { wrap }),
    missing: chance(30) ? [pick(["conversation_id", "timestamp", "protocol"])] : [],
    emptyToken: chance(20),
    times: pick(["fraction", "fraction", "seconds", "seconds", "offset_seconds", "offset"]),
    isStrictOfTimes: chance(20),
    sender: chance(80) ? "typed" : "bare",
    describes,
    errors,
    start: pick(["run_match", "blocking", "announcement"]),
    choices: chance(80) ? "lower" : "upper",
  };
}

type Pick = <T>(list: readonly T[]) => T;

function namesOf(place: Place, pick: Pick): Names {
  if (place === "bare") return "type";
  if (place === "message") return pick<Names>(["one", "one", "documents"]);
  if (place === "tool") return pick<Names>(["own", "own", "documents"]);
  return pick<Names>(["documents", "documents", "type", "lower", "own", "own"]);
}

function errorsOf(
  names: Names,
  describes: Describes,
  pick: Pick,
  chance: (percent: number) => boolean,
): ErrorStyle {
  const named = pick<ErrorStyle>(["names_fields", "http_422", "key_error"]);
  if (names === "own" && describes === "nothing") return chance(85) ? "lists_names" : named;
  return chance(75) ? named : "plain";
}

/** Agents with their own tool names list their tools; of the others some have a description. */
function describesOf(place: Place, names: Names, pick: Pick): Describes {
  if (place === "tool") return pick<Describes>(["tools", "schemas"]);
  if (place === "bare") return pick<Describes>(["nothing", "openapi"]);
  if (place === "message") return "nothing";
  return names === "own"
    ? pick<Describes>(["nothing", "discover", "discover", "openapi"])
    : pick<Describes>(["nothing", "nothing", "openapi"]);
}

function replyOf(place: Place, pick: Pick): RandomForm["reply"] {
  if (place === "tool") return "content";
  if (place === "bare") return "bare";
  return pick(["result", "result", "result", "result", "result", "content", "request"]);
}
