/** Members and results for tests of the layers around the stores. */
import { type Member, type RecordedResult, roundRobin, type Store } from "@league-v2/sdk/store";

export async function enterInto(store: Store, ...members: readonly Member[]): Promise<void> {
  for (const member of members) await store.admit(() => ({ member, token: `token of ${member.id}` }));
}

export function player(id: string): Member {
  return {
    role: "player",
    id,
    display_name: `Name of ${id}`,
    version: "1.0.0",
    game_types: ["even_odd"],
    endpoint: `http://127.0.0.1:8101/${id}`,
    max_concurrent_matches: 1,
    conversation_id: `conv-${id}`,
  };
}

export function referee(id: string): Member {
  return { ...player(id), role: "referee", max_concurrent_matches: 4 };
}

export function result(given: Partial<RecordedResult> = {}): RecordedResult {
  return {
    match_id: "R1M1",
    round_id: 1,
    referee_id: "REF01",
    status: "WIN",
    winner: "P01",
    score: { P01: 3, P02: 0 },
    drawn_number: 8,
    choices: { P01: "even", P02: "odd" },
    ...given,
  };
}

export function calendarOf(members: readonly Member[]) {
  const ids = (role: Member["role"]) =>
    members.flatMap((member) => (member.role === role ? [member.id] : []));
  return roundRobin(ids("player"), [{ type: "even_odd", referees: ids("referee") }]);
}

/** Played, wins, draws, losses, points by player. */
export async function standings(store: Store): Promise<Record<string, number[]>> {
  const rows = await store.tallies();
  return Object.fromEntries(
    rows.map(({ player_id, played, wins, draws, losses, points }) => [
      player_id,
      [played, wins, draws, losses, points],
    ]),
  );
}
