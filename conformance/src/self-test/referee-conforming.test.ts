/** Referees that follow one of the source documents fail no MUST: a third of them here, all with `FULL=1`. */
import { expect, test } from "vitest";
import { oneIn } from "../../../tools/gate/one-in.js";
import {
  acceptsLate,
  addsMembers,
  announcesTwo,
  answersWithResult,
  asksOnce,
  bareSender,
  compactDeadline,
  drawsAlways,
  ignoresGameOverAnswer,
  lenient,
  noPointsForLate,
  oneAtATime,
  registersFlat,
  repeatsLate,
  reportsAsRa,
  silences,
  slowly,
  unknown,
  withoutStandings,
} from "../../test/referee-variants.js";
import { NOTHING_SHOWN, OF_WHOLE_SERIES } from "../checks/referee/helpers/played-matches.js";
import { loadChecks } from "../checks/registry.js";
import { all, mistakesTime, serialisesCalls } from "../mutants/fault-injection.js";
import type { Mutant } from "../mutants/mutant.js";
import { startsOnAnnouncement } from "../mutants/referee.js";
import { pauseBetween } from "../time/match-times.js";
import { tryMutant } from "./trial.js";

type Variant = Pick<Mutant, "inject" | "agent">;

const checks = (await loadChecks()).filter(
  ({ side, level, group, check }) =>
    side === "referee" &&
    level === "must" &&
    !["negative", "session"].includes(group) &&
    !OF_WHOLE_SERIES.includes(check.id),
);

const variants: Record<string, Variant> = {
  "follows RC and PC: forfeits at once, sends no GAME_ERROR, has a bare id": {
    inject: () => all(asksOnce(), silences("GAME_ERROR"), bareSender),
  },
  "follows RA: accepts late, writes compact times, sends no standings, waits for no acknowledgement, reports in another form":
    {
      inject: () => all(acceptsLate, compactDeadline, withoutStandings, ignoresGameOverAnswer, reportsAsRa),
    },
  "follows RS: registers flat, names no capacity, answers RUN_MATCH with the result, supports no other message of the league":
    {
      inject: () =>
        all(
          registersFlat,
          answersWithResult,
          unknown("ROUND_ANNOUNCEMENT"),
          unknown("LEAGUE_COMPLETED"),
          unknown("SHUTDOWN_COMMAND"),
        ),
    },
  "follows IS: starts on the announcement, has no RUN_MATCH, draws a number for every match, notifies one player after the other":
    {
      inject: () =>
        all(startsOnAnnouncement, unknown("RUN_MATCH"), drawsAlways, serialisesCalls("GAME_OVER")),
    },
  "makes longer pauses before it asks again": {
    inject: () => mistakesTime(pauseBetween, 2 * pauseBetween),
  },
  "makes no pauses, is lenient with answers, gives no points for two late players, and adds members": {
    inject: () => all(mistakesTime(pauseBetween, 1), lenient, noPointsForLate, addsMembers),
  },
  "repeats a report that could not be delivered when the time for its answer is over": {
    inject: () => repeatsLate,
  },
  "takes half a second before it sends and reports a result": { inject: () => slowly },
  "plays one match at a time, and reports it": { agent: oneAtATime },
  "plays one match at a time, and announces two": { agent: oneAtATime, inject: () => announcesTwo },
};

test.each(oneIn(3, Object.entries(variants)))(
  "no MUST fails for a referee that %s",
  async (fault, variant) => {
    const results = await tryMutant({ id: "referee:variant", fault, ...variant }, "referee", {
      seed: 1,
      wire: "canonical",
      checks,
    });
    const held = [...results.values()].filter(
      ({ verdict, diagnosis }) =>
        !["pass", "warn", "not-applicable"].includes(verdict) && diagnosis !== NOTHING_SHOWN[0],
    );
    expect(held.map(({ id, verdict, diagnosis }) => `${id}: ${verdict}: ${diagnosis}`)).toEqual([]);
  },
);
