import type { PlayerBench } from "../../bench/player-bench.js";
import type { Match } from "../../peers/match.js";
import { aWhile } from "../../time/mandates.js";
import { endMatches, expectChoice, expectJoin, inMatch, invited, newReferee, plays } from "./_steps.js";
import { A_MATCH_MS } from "./_time.js";

/** What `unhurt` costs beside what is done to the player. In milliseconds. */
export const UNHURT_MS = 3 * A_MATCH_MS + aWhile();

/**
 * That the player still joins and chooses after something was done to it: in the match that is under way, and in the
 * next one. That it plays at all was seen before.
 *
 * @param what "a GAME_ERROR"
 */
export async function unhurt(
  bench: PlayerBench,
  what: string,
  disturb: (match: Match) => Promise<unknown>,
): Promise<void> {
  const { player } = bench;
  await plays(bench);
  await inMatch(bench, async (match) => {
    await disturb(match);
    expectChoice(
      bench,
      await match.askChoice(player),
      `after ${what}, the call for its choice in the same match`,
    );
  });
  await joinsNext(bench, what);
}

/** The same, in the next match alone: what is done to the player is done between matches, or costs it one. */
export async function unhurtAfterwards(
  bench: PlayerBench,
  what: string,
  disturb: () => Promise<unknown>,
): Promise<void> {
  await plays(bench);
  await disturb();
  await joinsNext(bench, what);
}

async function joinsNext(bench: PlayerBench, what: string): Promise<void> {
  const { player, league } = bench;
  // What an agent does about a notification it may do after its next answers.
  await bench.pause(aWhile());
  const next = league.match({}, newReferee(bench));
  expectJoin(bench, await invited(bench, next), `after ${what}, the next invitation`);
  expectChoice(
    bench,
    await next.askChoice(player),
    `after ${what}, the call for its choice in the next match`,
  );
  await endMatches(bench, next);
}
