import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { protocol } from "../../../contract.js";
import { plainLeague } from "../_leagues.js";
import { A_LEAGUE_MS } from "../_times.js";

/** How many bits a sign of such a text can hold at most. The narrowest that fits is meant. */
const ALPHABETS: readonly (readonly [RegExp, number])[] = [
  [/^\d+$/, Math.log2(10)],
  [/^[\da-f-]+$|^[\dA-F-]+$/, 4],
  [/^[\da-z_-]+$|^[\dA-Z_-]+$/, Math.log2(38)],
];
const ANY = Math.log2(94);

export default check<ManagerBench>({
  id: "manager/registration/tokens-long-enough",
  title: "gives tokens that have room for 128 random bits",
  decides: ["LM-REG-12"],
  kills: ["manager:short-tokens"],
  worstCaseMs: A_LEAGUE_MS,
  async run(bench) {
    const league = await plainLeague(bench);
    bench.look(league, ["LEAGUE_REGISTER", "REFEREE_REGISTER"], ({ seen }) => {
      const seats = [...seen.players, ...seen.referees].filter(({ token }) => token !== undefined);
      if (seats.length === 0) bench.notExercised("nobody got an auth_token");
      for (const { token = "", role } of seats) judge(bench, token, role);
    });
  },
});

function judge(bench: ManagerBench, token: string, role: string): void {
  const bits = Math.floor(roomOf(token));
  bench.expect.that(bits >= protocol.tokens.bits, {
    diagnosis: `the auth_token of a ${role} has ${token.length} characters, which is room for ${bits} random bits; expected at least ${protocol.tokens.bits}`,
    expected: `${protocol.tokens.bits} bits`,
    received: `${bits} bits`,
    hint: "16 random bytes are 32 hexadecimal digits, or 22 characters of base64.",
  });
}

function roomOf(token: string): number {
  const [, bits] = ALPHABETS.find(([alphabet]) => alphabet.test(token)) ?? [undefined, ANY];
  // What groups the digits of a UUID holds nothing.
  const signs = bits === 4 ? token.replaceAll("-", "") : token;
  return signs.length * bits;
}
