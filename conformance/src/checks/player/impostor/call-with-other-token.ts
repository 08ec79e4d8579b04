import type { PlayerBench } from "../../../bench/player-bench.js";
import { check } from "../../../check.js";
import type { Match } from "../../../peers/match.js";
import { impostorFirst } from "../_impostor.js";
import { A_MATCH_MS, answersTo } from "../_time.js";

/** Tokens that are not the referee's, however much they are like it. */
const TOKENS: readonly (readonly [differ: string, forged: (token: string) => string | undefined])[] = [
  ["auth_token", () => undefined],
  ["auth_token (another last letter)", (token) => token.slice(0, -1) + (token.endsWith("0") ? "1" : "0")],
  ["auth_token (the first half alone)", (token) => token.slice(0, token.length / 2)],
  ["auth_token (with a letter behind it)", (token) => `${token}0`],
  ["auth_token (in capitals)", (token) => token.toUpperCase()],
];

/** Anybody can write a referee's name; its token is what others do not have. */
export default check<PlayerBench>({
  id: "player/impostor/call-with-other-token",
  title: "refuses a call under its referee's name with another token, with E012",
  decides: ["PLY-AUTH-01"],
  kills: [
    "player:obeys-any-referee",
    "player:looks-at-names-only",
    "player:looks-at-the-beginning-of-tokens",
    "player:refuses-with-internal-error",
  ],
  worstCaseMs: TOKENS.length * (2 * A_MATCH_MS + answersTo("CHOOSE_PARITY_CALL")),
  async run(bench) {
    const { league, player } = bench;
    for (const [differ, forged] of TOKENS) {
      const thief = ({ referee: { sender, token = "" } }: Match) => {
        const stolen = forged(token);
        return league.impostor("thief", { sender, ...(stolen === undefined ? {} : { token: stolen }) });
      };
      await impostorFirst(bench, (match) => ({
        differ,
        wrong: () => match.askChoice(player, {}, thief(match)),
        right: () => match.askChoice(player),
        because: ["E012"],
      }));
    }
  },
});
