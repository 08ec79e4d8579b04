/** A season as a store sees it, without the agents: what the manager asks of its store for each match. */
import { type Member, type Pairing, type Round, roundRobin, type Store } from "@league-v2/sdk/store";

export interface Season {
  readonly store: Store;
  /** Those that have no result yet, in order. */
  readonly left: Pairing[];
}

const REFEREE = "REF01";

/** This many results at once share a commit; this is not measured here. */
const together = 500;

/** A league of this many players that has begun and in which this many matches have been played. */
export async function seasonWith(store: Store, players: number, played: number): Promise<Season> {
  for (const member of membersOf(players))
    await store.admit(() => ({ member, token: `token of ${member.id}` }));
  const begun = await store.begin((members) => ({ rounds: calendarOf(members) }));
  const rounds = "rounds" in begun ? begun.rounds : [];
  const left = rounds.flatMap(({ matches }) => matches);
  for (let rest = played; rest > 0; rest -= together) {
    const some = left.splice(0, Math.min(together, rest));
    await Promise.all(some.map((match) => store.record(resultOf(match))));
  }
  return { store, left };
}

/** The store operations between the order to play a match and the acknowledgement of its result. */
export async function playNext({ store, left }: Season): Promise<void> {
  const match = left.shift();
  if (match === undefined) throw new RangeError("every match of this season has been played");
  const { match_id, player_A_id, player_B_id } = match;
  await store.result(match_id);
  await store.leaseMatch(match_id, REFEREE, { capacity: 10, now: 0, until: 1 });
  await Promise.all([player_A_id, player_B_id].map((id) => store.member(id)));
  await store.holdsToken(REFEREE, `token of ${REFEREE}`);
  await store.isAssigned(match_id, REFEREE);
  await store.record(resultOf(match));
}

function membersOf(players: number): Member[] {
  const ids = Array.from({ length: players }, (_, index) => `P${String(index + 1).padStart(2, "0")}`);
  return [memberOf("referee", REFEREE), ...ids.map((id) => memberOf("player", id))];
}

function memberOf(role: Member["role"], id: string): Member {
  return {
    role,
    id,
    display_name: `Name of ${id}`,
    version: "1.0.0",
    game_types: ["even_odd"],
    endpoint: "http://127.0.0.1:8101/mcp",
    max_concurrent_matches: 10,
    conversation_id: `conv-${id}`,
  };
}

function calendarOf(members: readonly Member[]): Round[] {
  const players = members.flatMap(({ role, id }) => (role === "player" ? [id] : []));
  return roundRobin(players, [REFEREE]);
}

function resultOf({ match_id, round_id, player_A_id, player_B_id }: Pairing) {
  return {
    match_id,
    round_id,
    referee_id: REFEREE,
    status: "WIN" as const,
    winner: player_A_id,
    score: { [player_A_id]: 3, [player_B_id]: 0 },
    drawn_number: 8,
    choices: { [player_A_id]: "even", [player_B_id]: "odd" },
  };
}
