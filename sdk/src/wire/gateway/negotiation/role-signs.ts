/** Determines a peer's role from its description, the signatures of its answers and the names of its methods. */

import { operationsIn } from "../../evidence/descriptions.js";
import { hintsOf } from "../../evidence/error-hints.js";
import { nameScore, standsFor } from "../../evidence/method-names.js";
import { isRefused } from "../../evidence/request-place.js";
import type { Exchange, Role } from "../../evidence/types.js";
import { replyMessage } from "../../message/find-message.js";
import { isObject } from "../../message/members.js";

/** A refusal in which a peer names its role: `the referee does not know GAME_INVITATION`. */
const selfRefusal =
  /\b(player|referee|(?:league|tournament)[ _-]?manager)s? (?:does not|do not|cannot|knows no) /i;

const roles: readonly Role[] = ["player", "referee", "manager"];
const weight = { signs: 4, states: 3, serves: 2 };

const roleWords: Readonly<Record<Role, RegExp>> = {
  player: /\bplayers?(?![a-z])/i,
  referee: /\breferees?(?![a-z])/i,
  manager: /\b(?:league|tournament)[ _-]?manager(?![a-z])/i,
};
/** Messages that only this role receives. */
const ownTypes: Readonly<Record<Role, readonly string[]>> = {
  player: ["GAME_INVITATION", "CHOOSE_PARITY_CALL", "GAME_OVER"],
  referee: ["RUN_MATCH"],
  manager: ["LEAGUE_REGISTER_REQUEST", "REFEREE_REGISTER_REQUEST", "MATCH_RESULT_REPORT"],
};
/** Members in which a peer states its role. */
const selfMembers = ["role", "agent_type", "agent_role", "type", "agent", "agent_id", "service", "name"];

/** The role with the most signs; undefined without a sign, or in a tie. */
export function indicatedRole(exchanges: readonly Exchange[]): Role | undefined {
  const answers = exchanges.filter(({ by }) => by === "us");
  const names = namesOf(exchanges);
  const scored = roles
    .map((role) => ({
      role,
      score:
        weight.signs * Number(answers.some(({ reply }) => signer(reply) === role)) +
        weight.states * Number(answers.some((one) => statedRole(one) === role || refusesAs(one) === role)) +
        weight.serves * ownTypes[role].filter((type) => names.some((name) => isFor(name, type, role))).length,
    }))
    .toSorted((a, b) => b.score - a.score);
  const [first, second] = scored;
  return first === undefined || first.score === (second?.score ?? 0) ? undefined : first.role;
}

/** The name that starts a match, if the peer lists one. */
export function matchStartIn(exchanges: readonly Exchange[]): string | undefined {
  return namesOf(exchanges).find((name) => isFor(name, "RUN_MATCH", "referee"));
}

/** A name stands for one message: `register_player` starts nothing, and `start_league` no match. */
function isFor(name: string, type: string, role: Role): boolean {
  const others = roles.filter((one) => one !== role).flatMap((one) => ownTypes[one]);
  return standsFor(name, type) && others.every((other) => nameScore(name, other) < nameScore(name, type));
}

/** Tools, methods and paths that the peer describes, and the names that its errors list. */
function namesOf(exchanges: readonly Exchange[]): string[] {
  const described = operationsIn(exchanges).map(({ name }) => name.replace(/^.*\//, ""));
  const listed = exchanges
    .filter((one) => one.by === "us" && isRefused(one))
    .flatMap(({ reply }) => hintsOf(reply).names);
  return [...new Set([...described, ...listed])].filter((name) => name !== "");
}

function signer(reply: unknown): Role | undefined {
  const sender = replyMessage(reply)?.sender;
  const [kind = ""] = typeof sender === "string" ? sender.split(":") : [];
  return roles.find(
    (role) => kind.toLowerCase().replace(/s$/, "") === (role === "manager" ? "league_manager" : role),
  );
}

function refusesAs(one: Exchange): Role | undefined {
  if (!isRefused(one)) return undefined;
  const [, word = ""] = selfRefusal.exec(JSON.stringify(one.reply ?? "")) ?? [];
  return roles.find((role) => roleWords[role].test(word));
}

/** The role in a peer's OpenAPI document or health answer. */
function statedRole({ path, reply, status }: Exchange): Role | undefined {
  if (path === undefined || (status ?? 200) >= 400 || !isObject(reply)) return undefined;
  const info = isObject(reply.info) ? [reply.info.title, reply.info.description] : [];
  const texts = [...info, ...selfMembers.map((member) => reply[member])].filter(
    (text) => typeof text === "string",
  );
  const ids = roles.filter((role) => Object.hasOwn(reply, `${role}_id`));
  for (const text of texts) {
    const named = roles.filter((role) => roleWords[role].test(text));
    if (named.length === 1) return named[0];
  }
  return ids.length === 1 ? ids[0] : undefined;
}
