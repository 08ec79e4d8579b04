/** The schedule of the league, and its completed rounds. */
import type { Draw, Member, Pairing, Round } from "@league-v2/sdk/store";
import { membersOf } from "./members.js";
import { chunks, type PairingRow, type Scope } from "./sql-database.js";
import { moveTo, stateOf } from "./state.js";

/** Inside of a transaction: no member is admitted meanwhile. */
export async function begin<Refusal>(
  scope: Scope,
  draw: (members: readonly Member[]) => Draw<Refusal>,
): Promise<{ readonly rounds: readonly Round[]; readonly begun: boolean } | { readonly refusal: Refusal }> {
  if ((await stateOf(scope, "locked")) !== "WAITING_FOR_REGISTRATIONS") {
    return { rounds: await schedule(scope), begun: false };
  }
  const drawn = draw(await membersOf(scope));
  if ("refusal" in drawn) return drawn;
  const { db, league_id } = scope;
  const rows = drawn.rounds.flatMap(({ matches }) =>
    matches.map((match, position) => rowOf(match, league_id, position)),
  );
  for (const some of chunks(rows)) await db.insertInto("pairing").values(some).execute();
  await moveTo(scope, "RUNNING_LEAGUE");
  return { rounds: drawn.rounds, begun: true };
}

export async function schedule({ db, league_id }: Scope): Promise<Round[]> {
  const rows = await db
    .selectFrom("pairing")
    .selectAll()
    .where("league_id", "=", league_id)
    .orderBy("round_id")
    .orderBy("position")
    .execute();
  const rounds = new Map<number, Pairing[]>();
  for (const row of rows) {
    const matches = rounds.get(row.round_id);
    if (matches) matches.push(pairingOf(row));
    else rounds.set(row.round_id, [pairingOf(row)]);
  }
  return [...rounds].map(([round_id, matches]) => ({ round_id, matches }));
}

export async function completedRound({ db, league_id }: Scope): Promise<number | null> {
  const row = await db
    .selectFrom("league")
    .select("completed_round")
    .where("league_id", "=", league_id)
    .executeTakeFirstOrThrow();
  return row.completed_round;
}

export async function completeRound({ db, league_id }: Scope, round_id: number): Promise<void> {
  await db
    .updateTable("league")
    .set({ completed_round: round_id })
    .where("league_id", "=", league_id)
    .where((eb) => eb.or([eb("completed_round", "is", null), eb("completed_round", "<", round_id)]))
    .execute();
}

function pairingOf({ league_id: _, position: __, player_a_id, player_b_id, ...row }: PairingRow): Pairing {
  return { ...row, player_A_id: player_a_id, player_B_id: player_b_id };
}

function rowOf(match: Pairing, league_id: string, position: number): PairingRow {
  const { player_A_id: player_a_id, player_B_id: player_b_id, ...row } = match;
  return { ...row, league_id, position, player_a_id, player_b_id };
}
