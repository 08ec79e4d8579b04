/** The rules of registration (IS 2.2.2, 2.2.3; contract 5 and 8): a pure decision on the current members. */
import { protocol, type rejections } from "@league-v2/contract";
import { LeagueRpcError } from "../../agent/core/errors.js";
import type { LeagueState, Member } from "../store/store.js";

export type Rejection = (typeof rejections)[number]["reason"];

export interface Application {
  readonly role: Member["role"];
  readonly display_name: string;
  readonly version: string;
  readonly game_types: readonly string[];
  readonly contact_endpoint: string;
  readonly protocol_version?: string | null;
  readonly max_concurrent_matches: number;
  /** Null if the form has none: such a registration cannot be repeated. */
  readonly conversation_id: string | null;
}

export interface RegistrationRules {
  /** The game types of the league. */
  readonly gameTypes: readonly string[];
  /** The maximum number of members of each role. */
  readonly limits: Readonly<Record<Member["role"], number>>;
  /** Whether the manager would call the endpoint of this application. */
  readonly mayBeCalled: boolean;
}

export type Decision =
  | { readonly kind: "admitted"; readonly member: Member }
  | { readonly kind: "repeated"; readonly member: Member }
  | { readonly kind: "rejected"; readonly reason: Rejection };

export function decide(
  application: Application,
  members: readonly Member[],
  state: LeagueState,
  rules: RegistrationRules,
): Decision {
  const { role } = application;
  const peers = members.filter((member) => member.role === role);
  const sameName = peers.find((member) => member.display_name === application.display_name);
  if (sameName && isRepetition(application, sameName)) return { kind: "repeated", member: sameName };
  const reason = refusal();
  return reason === null
    ? { kind: "admitted", member: toMember(application, freeId(application, members)) }
    : { kind: "rejected", reason };

  function refusal(): Rejection | null {
    if (!servesLeague(application, rules.gameTypes)) return "Unsupported game type";
    if (!rules.mayBeCalled) return "Invalid endpoint";
    if (sameName) return "Duplicate name";
    if (peers.length + placesForOthers() >= rules.limits[role]) return "League full";
    if (state !== "WAITING_FOR_REGISTRATIONS") return "Registration closed";
    return null;
  }

  /** The last places of referees are kept for game types that none of them serves. */
  function placesForOthers(): number {
    if (role === "player") return 0;
    const referees = [...peers, application];
    return rules.gameTypes.filter((type) => !referees.some((referee) => serves(referee, type))).length;
  }
}

export function serves({ game_types }: Pick<Member, "game_types">, type: string): boolean {
  return game_types.includes(type);
}

/** A player plays all games of the league, a referee at least one. */
function servesLeague(application: Application, gameTypes: readonly string[]): boolean {
  const isServed = (type: string) => serves(application, type);
  return application.role === "player" ? gameTypes.every(isServed) : gameTypes.some(isServed);
}

/** @throws LeagueRpcError E018 for an agent of an older protocol version */
export function assertVersion(protocol_version: string | null | undefined): void {
  if (!protocol_version || !isOlder(protocol_version, protocol.minimumProtocolVersion)) return;
  const text = `protocol_version is "${protocol_version}"; this league needs at least ${protocol.minimumProtocolVersion}`;
  throw new LeagueRpcError("E018", text);
}

function isOlder(version: string, minimum: string): boolean {
  const [ours, theirs] = [minimum, version].map((text) =>
    text.split(".").map((part) => Number.parseInt(part, 10) || 0),
  );
  for (const [index, part] of (ours ?? []).entries()) {
    const difference = (theirs?.[index] ?? 0) - part;
    if (difference !== 0) return difference < 0;
  }
  return false;
}

function isRepetition(application: Application, member: Member): boolean {
  const { contact_endpoint, conversation_id } = application;
  return (
    Boolean(conversation_id) &&
    member.endpoint === contact_endpoint &&
    member.conversation_id === conversation_id
  );
}

/** The next id in the order of registration. */
function freeId({ role }: Application, members: readonly Member[]): string {
  const taken = new Set(members.map((member) => member.id));
  const { prefix, digits } = protocol.idFormats[role];
  for (let number = members.filter((member) => member.role === role).length + 1; ; number++) {
    const id = `${prefix}${String(number).padStart(digits, "0")}`;
    if (!taken.has(id)) return id;
  }
}

function toMember({ contact_endpoint, ...application }: Application, id: string): Member {
  const { role, display_name, version, game_types, max_concurrent_matches } = application;
  const conversation_id = application.conversation_id ?? "";
  return {
    role,
    id,
    display_name,
    version,
    game_types,
    endpoint: contact_endpoint,
    max_concurrent_matches,
    conversation_id,
  };
}
