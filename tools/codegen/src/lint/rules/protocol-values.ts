import { isList, isObject, type Json } from "../../json.js";
import { childPointer } from "../../pointer.js";
import { mostSimilar } from "../../runtime/similar.js";
import type { Place, Report, SpecRule } from "../rule.js";

interface Kind {
  readonly expected: string;
  fits(value: Json): boolean;
}
interface Group {
  readonly [member: string]: Kind | Group;
}

const count: Kind = {
  expected: "a whole number from 0",
  fits: (value) => Number.isInteger(value) && Number(value) >= 0,
};
const integer: Kind = { expected: "a whole number", fits: Number.isInteger };
const factor: Kind = {
  expected: "a number from 0",
  fits: (value) => typeof value === "number" && value >= 0,
};
const text: Kind = { expected: "some text", fits: (value) => typeof value === "string" && value !== "" };
const names: Kind = {
  expected: "a list of names",
  fits: (value) => isList(value) && value.length > 0 && value.every((name) => text.fits(name)),
};
const path: Kind = { expected: "a path that begins with /", fits: (value) => /^\/./.test(String(value)) };
const ports = { first: count, last: count };
const id = { prefix: text, digits: count };

/** What programs read; a specification may have other members too. */
const members: Group = {
  version: text,
  spec_version: text,
  minimum_protocol_version: text,
  json_rpc_version: text,
  dialects: names,
  game_types: names,
  paths: { mcp: path, health: path, register: path },
  ports: { league_manager: count, referee: ports, player: ports },
  points: { win: count, draw: count, loss: count },
  points_when_unreachable: count,
  draw: { minimum: integer, maximum: integer },
  fallback_choice: text,
  direct_match_missed_choice: text,
  league: counts(
    "minimum_players minimum_referees default_max_concurrent_matches suspension_after_misses open_players open_referees",
    "referees_per_match unplayed_round_retries unplayed_round_pause_ms season_lease_ms season_poll_ms lease_pause_ms",
    "store_retry_budget_ms",
  ),
  retries: counts("maximum pause_ms registration_attempts"),
  backoff: { first_ms: count, factor, maximum_ms: count, jitter: factor },
  shutdown_grace_ms: count,
  default_deadline_ms: count,
  strategy_margin_ms: count,
  limits: counts(
    "body_bytes stalled_body_ms json_depth batch_requests header_bytes connections connections_per_address",
    "requests_per_second request_burst",
  ),
  tokens: counts("bits valid"),
  error_code_base: integer,
  id_formats: { referee: id, player: id, match: text },
};

function counts(...lines: string[]): Group {
  return Object.fromEntries(lines.flatMap((line) => line.split(" ")).map((name) => [name, count]));
}

/** The numbers and words of the protocol have their names and types: the program reads them under these names. */
export const protocolValues: SpecRule = {
  id: "protocol-values",
  kind: "spec",
  phase: "meaning",
  check({ protocol }, report) {
    if (protocol === null) return;
    const { file, value } = protocol;
    checkGroup(members, value, { file, pointer: "" }, report);
  },
};

function checkGroup(group: Group, value: Json, place: Place, report: Report): void {
  if (!isObject(value)) {
    report(place, "it must be an object", `Write it with the members ${Object.keys(group).join(", ")}.`);
    return;
  }
  const others = Object.keys(value).filter((name) => !Object.hasOwn(group, name));
  for (const [name, shape] of Object.entries(group)) {
    const member = value[name];
    const at = { ...place, pointer: childPointer(place.pointer, name) };
    if (member === undefined) {
      const near = mostSimilar(name, others);
      report(at, `${name} is missing`, near === undefined ? `Add ${name}.` : `Rename ${near} to ${name}.`);
    } else if (!isKind(shape)) checkGroup(shape, member, at, report);
    else if (!shape.fits(member)) {
      const cause = `${name} is ${JSON.stringify(member)}; it must be ${shape.expected}`;
      report(at, cause, `Write ${shape.expected}.`);
    }
  }
}

function isKind(shape: Kind | Group): shape is Kind {
  return typeof shape.fits === "function";
}
