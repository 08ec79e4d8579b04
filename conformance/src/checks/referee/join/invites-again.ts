import type { RefereeBench } from "../../../bench/referee-bench.js";
import { check } from "../../../check.js";
import { type Chain, chain } from "../_chains.js";
import { invitesOrAsksAgain } from "../_retries.js";
import { joinDeadline, unjoinedMatch } from "../_times.js";

const CHAIN: Chain = "player A never answers an invitation";

export default check<RefereeBench>({
  id: "referee/join/invites-again",
  title: "tells a player of each missed invitation, and invites it again after 2 s, three times in all",
  decides: ["REF-JOIN-03"],
  kills: [
    "referee:complains-about-no-match",
    "referee:miscounts-its-retries",
    "referee:promises-more-retries",
    "referee:retries-in-the-past",
    "referee:blames-the-opponent",
    "referee:tells-no-errors",
    "referee:tells-no-retry-info",
    "referee:asks-only-once",
    "referee:asks-again-at-once",
  ],
  shares: CHAIN,
  patient: true,
  worstCaseMs: unjoinedMatch,
  async run(bench) {
    bench.each(await chain(bench, CHAIN), (match) =>
      invitesOrAsksAgain(bench, match, "GAME_INVITATION", joinDeadline),
    );
  },
});
