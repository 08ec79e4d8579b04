/** The members of the league, and the hashes of their tokens. */

import { createHash, timingSafeEqual } from "node:crypto";
import { protocol } from "@league-v2/contract";
import type { LeagueState, Member, Verdict } from "@league-v2/sdk/store";
import type { MemberRow, Scope } from "./sql-database.js";
import { stateOf } from "./state.js";

/** In order of registration. @param role of one role only */
export async function membersOf({ db, league_id }: Scope, role?: Member["role"]): Promise<Member[]> {
  const rows = await db
    .selectFrom("member")
    .selectAll()
    .where("league_id", "=", league_id)
    .$if(role !== undefined, (query) => query.where("role", "=", role ?? "player"))
    .orderBy("position")
    .execute();
  return rows.map(memberOf);
}

/** A member with the hashes of its tokens, as it is exported for a recovery. */
export interface SavedMember extends Member {
  readonly token_hashes: readonly string[];
}

export async function savedMembers(scope: Scope): Promise<SavedMember[]> {
  const { db, league_id } = scope;
  const tokens = await db
    .selectFrom("token")
    .selectAll()
    .where("league_id", "=", league_id)
    .orderBy("position")
    .execute();
  const of = (id: string) => tokens.filter(({ member_id }) => member_id === id).map(({ hash }) => hash);
  return (await membersOf(scope)).map((member) => ({ ...member, token_hashes: of(member.id) }));
}

export async function memberBy({ db, league_id }: Scope, id: string): Promise<Member | null> {
  const row = await db
    .selectFrom("member")
    .selectAll()
    .where("league_id", "=", league_id)
    .where("id", "=", id)
    .executeTakeFirst();
  return row === undefined ? null : memberOf(row);
}

/** Inside of a transaction: no other member is admitted meanwhile. */
export async function admit<Refusal>(
  scope: Scope,
  decide: (members: readonly Member[], state: LeagueState) => Verdict<Refusal>,
): Promise<{ readonly member: Member } | { readonly refusal: Refusal }> {
  const { db, league_id } = scope;
  const state = await stateOf(scope, "locked");
  const known = await membersOf(scope);
  const verdict = decide(known, state);
  if ("refusal" in verdict) return verdict;
  const { member, token } = verdict;
  await db
    .insertInto("member")
    .values(rowOf(member, league_id, known.length))
    .execute();
  const hash = hashOf(token);
  await db.insertInto("token").values({ league_id, member_id: member.id, position: 0, hash }).execute();
  if (member.role === "player") {
    const zero = { played: 0, wins: 0, draws: 0, losses: 0, points: 0 };
    await db
      .insertInto("tally")
      .values({ league_id, player_id: member.id, ...zero })
      .execute();
  }
  return { member };
}

/** Inside of a transaction. @param hash of the token */
export async function addToken(scope: Scope, member_id: string, hash: string): Promise<void> {
  const { db, league_id } = scope;
  await stateOf(scope, "locked");
  const latest = await db
    .selectFrom("token")
    .select((eb) => eb.fn.max("position").as("position"))
    .where("league_id", "=", league_id)
    .where("member_id", "=", member_id)
    .executeTakeFirst();
  // Every member has a first token, so an id without a token is not a member.
  if (typeof latest?.position !== "number") return;
  const position = latest.position + 1;
  await db.insertInto("token").values({ league_id, member_id, position, hash }).execute();
  await db
    .deleteFrom("token")
    .where("league_id", "=", league_id)
    .where("member_id", "=", member_id)
    .where("position", "<=", position - protocol.tokens.valid)
    .execute();
}

/** Compares all valid tokens of the member in constant time. */
export async function holdsToken({ db, league_id }: Scope, id: string, token: string): Promise<boolean> {
  const rows = await db
    .selectFrom("token")
    .select("hash")
    .where("league_id", "=", league_id)
    .where("member_id", "=", id)
    .execute();
  const own = Buffer.from(hashOf(token));
  const matches = rows.map(
    ({ hash }) => hash.length === own.length && timingSafeEqual(own, Buffer.from(hash)),
  );
  return matches.includes(true);
}

function memberOf({ league_id: _, position: __, game_types, ...row }: MemberRow): Member {
  return { ...row, game_types: JSON.parse(game_types) };
}

function rowOf(member: Member, league_id: string, position: number): MemberRow {
  return { ...member, league_id, position, game_types: JSON.stringify(member.game_types) };
}

/** The stored form of a token. A token has 128 random bits, so a plain hash of it reveals nothing. */
export function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
