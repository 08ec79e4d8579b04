/** The ids and fixed words in an answer, compared with its request: match, round and sender. Judged in every answer. */
import { replyTypeOf } from "../contract.js";
import { isObject, type JsonObject, show, valueAt } from "../json.js";
import { CLOCK_SKEW_MS, isoTime } from "../time/iso-time.js";
import type { Role } from "../types.js";
import type { Inspection, ViolationKind } from "./violation-log.js";

export interface Named {
  /** The type of the request. */
  type: string | undefined;
  request: unknown;
  reply: JsonObject;
  role: Role;
  /** The player's id, where it is known. */
  id: string | undefined;
  /** The arrival time of the answer. */
  now_ms: number;
  /** In the flat dialect `sender` alone may name the player. */
  isFlat: boolean;
  /** Whether the message is in a dialect of league.v2. */
  isLeagueForm: boolean;
}

interface Rule {
  role: Role;
  kind: ViolationKind;
  /** The answers to which the rule applies; default: all to messages of the type. */
  isAbout?(named: Named): boolean;
  /** The members of the request that the answer repeats. The rule does not apply to requests without them. */
  repeats?: readonly string[];
  /** The answer may leave these out. */
  isOptional?: true;
  /** Other faults of the answer: the member and its expected value. */
  finds?(named: Named): readonly (readonly [member: string, expected: unknown])[];
}

/** Acknowledgements of a player may omit what they acknowledge, but must not name anything else (PLY-ACK-04). */
function acknowledgement(...repeats: readonly string[]): Rule {
  return { role: "player", kind: "acknowledgement-named", repeats, isOptional: true, finds: otherType };
}

const OF_REFEREES = { role: "referee", kind: "announcement-acknowledged" } as const;

const RULES: Readonly<Record<string, readonly Rule[]>> = {
  GAME_INVITATION: [
    { role: "player", kind: "join-named", repeats: ["match_id"], finds: otherPlayer },
    { role: "player", kind: "join-timed", finds: noArrival },
  ],
  CHOOSE_PARITY_CALL: [
    { role: "player", kind: "choice-named", repeats: ["match_id"], finds: otherPlayer },
    { role: "player", kind: "choice-parity", repeats: [], finds: noParity },
  ],
  GAME_OVER: [acknowledgement("match_id")],
  ROUND_ANNOUNCEMENT: [acknowledgement("round_id"), { ...acknowledgement("round_id"), ...OF_REFEREES }],
  LEAGUE_STANDINGS_UPDATE: [acknowledgement("round_id")],
  ROUND_COMPLETED: [acknowledgement("round_id")],
  LEAGUE_COMPLETED: [acknowledgement(), { ...acknowledgement(), ...OF_REFEREES }],
  RUN_MATCH: [
    { role: "referee", kind: "order-named", repeats: ["match_id"] },
    { role: "referee", kind: "order-acknowledged", repeats: [], finds: otherWords("acknowledged") },
  ],
  MATCH_RESULT_REPORT: [
    { role: "manager", kind: "report-named", repeats: ["match_id"], finds: otherWords("recorded") },
  ],
  LEAGUE_QUERY: [
    { role: "manager", kind: "standings-answered", isAbout: isStandingsOfPlayer, finds: noStandings },
    { role: "manager", kind: "rows-of-answers", isAbout: hasRows, finds: otherSums },
  ],
};

export function inspectNames(named: Named): Inspection {
  const { request, reply } = named;
  const rules = rulesFor(named);
  const violations = rules.flatMap(({ kind, repeats = [], isOptional, finds }) => {
    const repeated = repeats
      .map((member) => [member, (request as JsonObject)[member]] as const)
      .filter(([member, expected]) => reply[member] !== expected)
      .filter(([member]) => isOptional !== true || reply[member] !== undefined);
    return [...repeated, ...(finds?.(named) ?? [])].map(([member, expected]) => ({
      kind,
      pointer: `/result/${member}`,
      text: `${member} is ${show(valueAt(reply, `/${member}`))}; expected ${show(expected)}`,
    }));
  });
  return { rules: rules.map(({ kind }) => kind), violations };
}

function rulesFor(named: Named): readonly Rule[] {
  const { type = "", request, role } = named;
  const rules = (RULES[type] ?? []).filter((rule) => rule.role === role && rule.isAbout?.(named) !== false);
  const names = new Set(rules.flatMap(({ repeats = [] }) => repeats));
  return isObject(request) && [...names].every((member) => isName(member, request[member])) ? rules : [];
}

function isName(member: string, value: unknown): boolean {
  return member === "round_id" ? Number.isInteger(value) : typeof value === "string" && value !== "";
}

function otherPlayer({ request, reply, id, isFlat }: Named): readonly (readonly [string, unknown])[] {
  // A call that names another player must be refused; another check judges that.
  const asked = isObject(request) ? request.player_id : undefined;
  const isAsked = asked === undefined || asked === id;
  if (id === undefined || !isAsked || (isFlat && reply.player_id === undefined)) return [];
  return reply.player_id === id ? [] : [["player_id", id]];
}

/** A join has a date and time, the present one if the agent's clock is right; the flat dialect has none. */
function noArrival({ reply, now_ms, isFlat }: Named): readonly (readonly [string, unknown])[] {
  if (isFlat || reply.accept !== true) return [];
  const [arrived, sent] = [isoTime(reply.arrival_timestamp), isoTime(reply.timestamp)];
  if (arrived === undefined) return [["arrival_timestamp", "a date and time"]];
  const isNow = (time: number) => Math.abs(time - now_ms) <= CLOCK_SKEW_MS;
  const isWrong = sent !== undefined && isNow(sent) && !isNow(arrived);
  return isWrong ? [["arrival_timestamp", "the time of the join"]] : [];
}

function noParity({ reply, isFlat }: Named): readonly (readonly [string, unknown])[] {
  const { parity_choice } = reply;
  return isFlat || parity_choice === "even" || parity_choice === "odd"
    ? []
    : [["parity_choice", "even or odd"]];
}

function otherType({ type = "", reply }: Named): readonly (readonly [string, unknown])[] {
  const wanted = replyTypeOf(type);
  return reply.message_type === wanted ? [] : [["message_type", wanted]];
}

function otherWords(status: string): NonNullable<Rule["finds"]> {
  return (named) => [
    ...otherType(named),
    ...(named.reply.status === status ? [] : [["status", status] as const]),
  ];
}

function rowsIn({ reply }: Named): unknown[] {
  const rows = valueAt(reply, "/data/standings");
  return Array.isArray(rows) ? rows : [];
}

function isStandingsOfPlayer({ request, reply, isLeagueForm }: Named): boolean {
  const { query_type, sender } = isObject(request) ? request : {};
  const isOfPlayer = typeof sender === "string" && sender.startsWith("player:");
  return isLeagueForm && query_type === "GET_STANDINGS" && isOfPlayer && reply.success !== false;
}

function noStandings({ reply }: Named): readonly (readonly [string, unknown])[] {
  const isHeld = Array.isArray(valueAt(reply, "/data/standings"));
  return isHeld ? [] : [["data/standings", "a list of rows"]];
}

function hasRows(named: Named): boolean {
  return named.isLeagueForm && rowsIn(named).length > 0;
}

/** The checks of the queries judge whether the counts are correct. */
function otherSums(named: Named): readonly (readonly [string, unknown])[] {
  return rowsIn(named).flatMap((row, index) => {
    const counts = ["wins", "draws", "losses"].map((name) => valueAt(row, `/${name}`));
    if (!counts.every((count) => typeof count === "number")) return [];
    const sum = counts.reduce((one, other) => one + other, 0);
    return valueAt(row, "/played") === sum ? [] : [[`data/standings/${index}/played`, sum] as const];
  });
}
