import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import type { Seat } from "../../../peers/seat.js";
import { seated } from "../_desk.js";
import { leagueOf } from "../_leagues.js";
import { MAIN } from "../_outcomes.js";
import { A_LEAGUE_MS, registrations } from "../_times.js";

/** Fewer characters than this could be tried one after the other. */
const SHORTEST = 8;
const AGENTS = 4;
/** UUIDs of the versions 1 and 6, which tell the time and the machine. */
const OF_THE_CLOCK = /^[\da-f]{8}-[\da-f]{4}-[16][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;

export default check<ManagerBench>({
  id: "manager/registration/tokens-unguessable",
  title: "gives every agent a token that cannot be computed from what others can see",
  decides: ["LM-REG-05"],
  kills: [
    "manager:one-token-for-all",
    "manager:tokens-in-sequence",
    "manager:token-from-id",
    "manager:tokens-of-the-clock",
  ],
  worstCaseMs: A_LEAGUE_MS + registrations(8),
  async run(bench) {
    if (!bench.canStart) bench.notExercised("this needs two leagues; use --command");
    await bench.sharedThenAlone(async (alone) => {
      const join = alone ? newcomers : playing;
      const [one, other] = await Promise.all([join(bench, MAIN), join(bench, MAIN - 1)]);
      judge(bench, one, other);
    });
  },
});

function judge(bench: ManagerBench, one: readonly Seat[], other: readonly Seat[]): void {
  const tokens = one.map(({ token }) => token ?? "");
  bench.expect.that(new Set(tokens).size === tokens.length, {
    diagnosis: `of ${tokens.length} agents, two or more got the same auth_token`,
    expected: "a token of its own for each agent",
    received: tokens.join(", "),
  });
  const secrets = tokens.map((token) => secretOf(token, tokens));
  one.forEach(({ displayName, id }, index) => {
    const secret = secrets[index] ?? "";
    bench.expect.that(!OF_THE_CLOCK.test(tokens[index] ?? ""), {
      diagnosis: `the auth_token of ${displayName} (${id}) is a UUID of version ${(tokens[index] ?? "").charAt(14)}, which is made of the time and of the machine, so others can compute it`,
      expected: "a random token",
      received: tokens[index] ?? "none",
      hint: "A UUID of version 4 is random; 16 random bytes are enough too.",
    });
    bench.expect.that(secret.length >= SHORTEST, {
      diagnosis: `in the auth_token of ${displayName} (${id}) only ${secret.length} characters ("${secret}") differ from those of the other agents`,
      expected: "a random token",
      received: tokens.join(", "),
      hint: "Draw each token from a cryptographic source: 16 random bytes are enough.",
    });
    bench.expect.that(other[index]?.token !== tokens[index], {
      diagnosis: `${displayName} (${id}) got the same auth_token from two managers that know nothing of each other, so others can compute it`,
      expected: "another token in each league",
      received: tokens[index] ?? "none",
    });
  });
}

/** The first agents of a league that is played anyway: in each of these they have the same names and come in the same order. */
async function playing(bench: ManagerBench, players: number): Promise<readonly Seat[]> {
  return bench.look(await leagueOf(bench, players), ["LEAGUE_REGISTER", "REFEREE_REGISTER"], ({ seen }) =>
    withTokens(bench, [...seen.referees.slice(0, 1), ...seen.players.slice(0, AGENTS - 1)]),
  );
}

/** The same agents, one after the other, at a manager that knows none of them. */
async function newcomers(bench: ManagerBench): Promise<readonly Seat[]> {
  const purpose = "the same agents at two managers";
  const { league } = await bench.league({ players: 8, referees: 4, seat: false, purpose });
  const seats = [seated(bench, await league.seatReferee())];
  while (seats.length < AGENTS) seats.push(seated(bench, await league.seatPlayer()));
  return withTokens(bench, seats);
}

function withTokens(bench: ManagerBench, seats: readonly Seat[]): readonly Seat[] {
  const mute = seats.find(({ token }) => token === undefined);
  if (mute !== undefined) bench.notExercised(`${mute.displayName} got no auth_token`);
  return seats;
}

/** What is left of a token without the beginning and the end that all of them share. */
function secretOf(token: string, all: readonly string[]): string {
  const others = all.filter((one) => one !== token);
  const shared = (same: (length: number, other: string) => boolean) => {
    let length = 0;
    while (length < token.length && others.some((other) => same(length + 1, other))) length += 1;
    return length;
  };
  const start = shared((length, other) => other.startsWith(token.slice(0, length)));
  const end = shared((length, other) => other.endsWith(token.slice(-length)));
  return token.slice(start, Math.max(start, token.length - end));
}
