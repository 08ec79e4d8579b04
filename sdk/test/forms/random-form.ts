/** A wire form from a seed: the places, the names and the contents of messages. */
import { readFileSync } from "node:fs";
import { parse } from "yaml";
import type { Random } from "../../src/index.js";

/** The words of a generator of forms. */
export interface Words {
  readonly methods: Readonly<Record<string, readonly string[]>>;
  readonly members: Readonly<Record<string, readonly string[]>>;
  readonly orders: readonly (readonly [string, string, string, string])[];
  readonly wraps: readonly string[];
  readonly nests: Readonly<Record<string, readonly string[]>>;
}

const words: { readonly familiar: Words; readonly heldOut: Words } = parse(
  readFileSync(new URL("words.yaml", import.meta.url), "utf8"),
);
export const { familiar, heldOut } = words;

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
export function randomForm(random: Random, seed: number, words: Words): RandomForm {
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

export type Spelled = "snake" | "camel" | "kebab" | "pascal";
/** A short answer to a message that is only acknowledged; `whole` is a message. */
export type Ack = "whole" | "ok" | "upper" | "success" | "one" | "ack" | "true" | "null" | "empty" | "words";

export interface Habits {
  readonly methodCase: Spelled;
  readonly prefix: string;
  readonly suffix: string;
  readonly memberCase: Spelled;
  readonly ack: Ack;
  readonly join: "whole" | "flag" | "true" | "status" | "words";
  readonly choice: "whole" | "text" | "object" | "capital" | "list";
  readonly status: 200 | 201 | 202;
  /** The omitted members of a JSON-RPC response. */
  readonly rpc: "whole" | "no_version" | "no_id" | "no_both";
  /** A refusal is an object with HTTP 200 and no error of JSON-RPC. */
  readonly failsWith200: boolean;
  readonly numbers: "number" | "text";
  readonly clock: "as_form" | "epoch" | "epoch_ms" | "no_zone";
  readonly roles: readonly [string, string] | undefined;
  /** Ids are whole numbers. */
  readonly numericIds: boolean;
  readonly result: "documents" | "winner" | "points" | "outcomes" | "list";
}

export function randomHabits(random: Random): Habits {
  const one = <T>(...all: readonly T[]): T => all[random.below(all.length)] as T;
  return {
    methodCase: one("snake", "snake", "camel", "kebab", "pascal"),
    prefix: one("", "", "", "player_", "do_", "on_", "handle_", "agent_"),
    suffix: one("", "", "", "_v2", "_handler", "_request"),
    memberCase: one("snake", "snake", "snake", "camel", "camel", "kebab", "pascal"),
    ack: one("whole", "whole", "ok", "upper", "success", "one", "ack", "true", "null", "empty", "words"),
    join: one("whole", "whole", "flag", "true", "status", "words"),
    choice: one("whole", "whole", "text", "object", "capital", "list"),
    status: one(200, 200, 200, 201, 202),
    rpc: one("whole", "whole", "whole", "no_version", "no_id", "no_both"),
    failsWith200: one(false, false, false, true),
    numbers: one("number", "number", "number", "text"),
    clock: one("as_form", "as_form", "as_form", "epoch", "epoch_ms", "no_zone"),
    roles: one(undefined, undefined, ["odd_side", "even_side"], ["1", "2"], ["host", "guest"], ["X", "O"]),
    numericIds: one(false, false, false, true),
    result: one("documents", "documents", "winner", "points", "outcomes", "list"),
  };
}

/** A name in snake_case, converted to another spelling. */
export function spelled(name: string, style: Spelled): string {
  if (style === "snake" || name === name.toUpperCase()) return name;
  const words = name.split(/[_.]/).filter((word) => word !== "");
  if (style === "kebab") return words.join("-");
  const camel = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  return style === "pascal" ? camel : camel.charAt(0).toLowerCase() + camel.slice(1);
}

/** A time of RFC 3339 in another style. */
export function timeOf(text: string, clock: Habits["clock"]): string | number {
  const ms = Date.parse(text);
  if (clock === "epoch") return Math.floor(ms / 1000);
  if (clock === "epoch_ms") return ms;
  return clock === "no_zone" ? text.replace(/(Z|[+]00:00)$/, "") : text;
}

/** A short answer; undefined for a whole message. */
export function acknowledgement(ack: Ack): unknown {
  const all: Readonly<Record<Ack, unknown>> = {
    whole: undefined,
    ok: { status: "ok" },
    upper: { status: "OK" },
    success: { success: true },
    one: { ok: 1 },
    ack: { ack: true },
    true: true,
    null: null,
    empty: "",
    words: "got it",
  };
  return all[ack];
}

/** The canonical form in the format of the random forms. */
export const canonicalForm: RandomForm = {
  seed: 0,
  place: "params",
  reply: "result",
  names: "documents",
  methods: {},
  types: "plain",
  members: {},
  nests: {},
  missing: [],
  emptyToken: false,
  times: "fraction",
  isStrictOfTimes: false,
  sender: "typed",
  describes: "nothing",
  errors: "plain",
  start: "run_match",
  choices: "lower",
};

const tools = {
  GAME_INVITATION: "receive_game_invitation",
  GAME_OVER: "receive_game_over",
  RUN_MATCH: "start_match",
};
const form = (own: Partial<RandomForm>): RandomForm => ({ ...canonicalForm, times: "seconds", ...own });

/** Forms of several public agents, which differ in the places and the names of messages. */
export const frequentForms = {
  lower: form({ names: "lower" }),
  tools: form({ place: "tool", reply: "content", names: "own", methods: tools, describes: "tools" }),
  oneMethod: form({ place: "message", names: "one" }),
  bare: form({ place: "bare", reply: "bare", names: "type" }),
} as const;

const replyAt: Readonly<Record<Place, RandomForm["reply"]>> = {
  params: "result",
  message: "result",
  tool: "content",
  bare: "bare",
};
/** Members that are in answers only. */
const onlyAnswered = ["parity_choice", "accept"];

/**
 * A member at the documents' place under the documents' name is canonical, and is refused when it breaks a rule of its
 * envelope (leniency.md, rule 1).
 */
const whole: Partial<RandomForm> = { missing: [], types: "plain", emptyToken: false };

/**
 * The part of a random form that its calls show to the called agent. Calls do not show that an answer is expected at
 * another place than that of the request, or under a name that no request has.
 */
export function callingForm(form: RandomForm): RandomForm {
  const shown = Object.entries(form.members).filter(([name]) => !onlyAnswered.includes(name));
  const isCanonical =
    (form.place === "params" && ["documents", "lower"].includes(form.names)) ||
    (form.place === "tool" && form.names === "documents");
  const own = isCanonical && form.wrap === undefined ? whole : {};
  const { habits, ...plain } = form;
  // Values of another kind make another form only under other names.
  const isPlain = isCanonical && form.wrap === undefined && (habits?.memberCase ?? "snake") === "snake";
  return {
    ...(isPlain ? plain : form),
    reply: replyAt[form.place],
    members: Object.fromEntries(shown),
    ...own,
  };
}
