/** Sample members, rounds and results for the contract tests of stores. */
import type { Pairing, Round } from "../../manager/store/schedule.js";
import type { Member, RecordedResult, Store } from "../../manager/store/store.js";

export function member(id: string, role: Member["role"] = "player"): Member {
  return {
    role,
    id,
    display_name: `${id} "Ünïcode" 🎲 '; --`,
    version: "1.0.0",
    game_types: ["even_odd", "chess"],
    endpoint: `http://127.0.0.1:8101/mcp?of=${id}`,
    max_concurrent_matches: role === "referee" ? 2 : 1,
    conversation_id: `conv-${id}`,
  };
}

function pairing(round_id: number, position: number, player_A_id: string, player_B_id: string): Pairing {
  const [match_id, game_type] = [`R${round_id}M${position}`, position === 1 ? "even_odd" : "chess"];
  return { match_id, round_id, game_type, player_A_id, player_B_id, referee_id: "REF01" };
}

export const rounds: readonly Round[] = [
  { round_id: 1, matches: [pairing(1, 1, "P01", "P02")] },
  { round_id: 2, matches: [pairing(2, 1, "P03", "P01")] },
  { round_id: 3, matches: [pairing(3, 1, "P02", "P03")] },
];

/** P01 has won against P02. */
export const won: RecordedResult = {
  match_id: "R1M1",
  round_id: 1,
  referee_id: "REF01",
  status: "WIN",
  winner: "P01",
  score: { P01: 3, P02: 0 },
  drawn_number: 4,
  choices: { P01: "even", P02: "odd" },
};

/** A match that no referee could play. */
export const unplayed: RecordedResult = {
  match_id: "R2M1",
  round_id: 2,
  referee_id: null,
  status: "TECHNICAL_LOSS",
  winner: null,
  score: { P01: 0, P03: 0 },
  drawn_number: null,
  choices: { P01: null, P03: null },
};

export const players = ["P01", "P02", "P03"];
export const referees = ["REF01", "REF02"];

/** Admits these members, each with the token `token-of-<id>`. */
export async function enrol(store: Store, ids: readonly string[] = [...players, ...referees]): Promise<void> {
  for (const id of ids) {
    const role = id.startsWith("REF") ? "referee" : "player";
    await store.admit(() => ({ member: member(id, role), token: `token-of-${id}` }));
  }
}
