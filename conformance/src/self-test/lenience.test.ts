/**
 * Agents with permitted behaviour, that follow one of several differing documents, or that break only SHOULDs, fail no
 * MUST: some of each kind, all with `FULL=1`.
 */
import { describe, expect, test } from "vitest";
import { oneIn } from "../../../tools/gate/one-in.js";
import { handwritten } from "../../fixtures/player/handwritten.js";
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
import { loadChecks, type RegisteredCheck } from "../checks/registry.js";
import { all, mistakesTime } from "../mutants/fault-injection.js";
import { mutantOf } from "../mutants/interpret.js";
import { type Mutant, mutant, roleOf, rolesOf } from "../mutants/mutant.js";
import { startsOnAnnouncement } from "../mutants/referee.js";
import { loadMutants } from "../mutants/registry.js";
import { after, changeErrors, changeResponses, codeOf, plain } from "../mutants/transport.js";
import type { FaultInjection } from "../subject/in-process-subject.js";
import { pauseBetween } from "../time/match-times.js";
import type { CheckResult, Role } from "../types.js";
import { tryMutant } from "./trial.js";

const [checks, mutants] = await Promise.all([loadChecks(), loadMutants()]);

/** What these checks say of the agent that none of them should say, with the diagnoses. */
async function complaints(
  agent: Mutant,
  role: Role,
  some: readonly RegisteredCheck[],
  isRight: (result: CheckResult) => boolean,
): Promise<string[]> {
  const results = await tryMutant(agent, role, { seed: 1, wire: "canonical", checks: some });
  return [...results.values()]
    .filter((result) => !isRight(result))
    .map(({ id, verdict, diagnosis = "" }) => `${id} ${verdict}: ${diagnosis}`);
}

const failsNot = ({ verdict }: CheckResult) => !["fail", "inconclusive", "harness-error"].includes(verdict);

describe("a player", async () => {
  const ofPlayers = await handwritten();
  const slow = mutantOf({
    id: "player:slow",
    text: "Answers everything at the last moment.",
    breaks: [],
    on: [
      "GAME_INVITATION",
      "CHOOSE_PARITY_CALL",
      "GAME_OVER",
      "ROUND_ANNOUNCEMENT",
      "LEAGUE_STANDINGS_UPDATE",
      "ROUND_COMPLETED",
    ],
    delay: "deadline * 0.96",
  });
  const compact = (place: string) => ({ replace: [place, "[-:]|\\.\\d+", ""] });
  const lenient: readonly Mutant[] = [
    slow,
    mutantOf({
      id: "player:bare-sender",
      text: "Writes its id without its role, as RC and PC do.",
      breaks: [],
      on: "answers",
      set: { "/sender": { replace: ["/sender", "player:", ""] } },
    }),
    mutantOf({
      id: "player:compact-timestamps",
      text: "Writes timestamps as RA writes a deadline.",
      breaks: [],
      on: "answers",
      set: { "/timestamp": compact("/timestamp") },
      also: [{ on: "answers", set: { "/arrival_timestamp": compact("/arrival_timestamp") } }],
    }),
    mutantOf({
      id: "player:adds-members",
      text: "Adds unknown members.",
      breaks: [],
      on: "answers",
      set: { "/mood": "cheerful", "/retry_count": null },
    }),
    ...mutants.filter(({ id }) =>
      [
        "player:one-match-at-a-time",
        "player:waits-for-the-result",
        "player:pauses-after-a-match",
        "player:obeys-any-referee",
        "player:accepts-any-announcer",
        "player:joins-without-a-token",
        "player:chooses-without-a-token",
        "player:acknowledges-without-a-name",
        "player:refuses-with-internal-error",
        "player:refuses-a-repeated-game-over",
        "player:changes-its-mind",
        "player:lacks-game-error",
        "player:lacks-league-error",
        "player:sends-no-token",
        "player:tries-twice",
        "player:short-timeout-for-registration",
        "player:registers-flat",
        "player:shuts-down-without-acknowledgement",
      ].includes(id),
    ),
  ];

  test.each(oneIn(3, lenient))("$id fails no MUST", async (player) => {
    expect(await complaints(player, "player", ofPlayers, failsNot)).toEqual([]);
  });

  test("that is slow gets no warning", async () => {
    const isPass = ({ verdict }: CheckResult) => verdict === "pass" || verdict === "not-applicable";
    expect(await complaints(slow, "player", ofPlayers, isPass)).toEqual([]);
  });
});

describe("a referee", () => {
  const ofReferees = checks.filter(
    ({ side, level, group, check }) =>
      side === "referee" &&
      level === "must" &&
      !["negative", "session"].includes(group) &&
      !OF_WHOLE_SERIES.includes(check.id),
  );
  const isRight = ({ verdict, diagnosis }: CheckResult) =>
    ["pass", "warn", "not-applicable"].includes(verdict) || diagnosis === NOTHING_SHOWN[0];
  const inTurn = { id: "referee:in-turn", text: "", breaks: [], on: "GAME_OVER", inTurn: true } as const;
  const notifiesInTurn = mutantOf(inTurn).inject as () => FaultInjection;
  const variants: Record<string, Pick<Mutant, "inject" | "agent">> = {
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
        inject: () => all(startsOnAnnouncement, unknown("RUN_MATCH"), drawsAlways, notifiesInTurn()),
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

  test.each(oneIn(3, Object.entries(variants)))("that %s fails no MUST", async (fault, variant) => {
    const agent: Mutant = { id: "referee:variant", fault, ...variant };
    expect(await complaints(agent, "referee", ofReferees, isRight)).toEqual([]);
  });
});

describe("an agent of any role that breaks no MUST fails none", () => {
  const ofTransport = checks.filter(({ side }) => side === "transport");

  /** Groups that send many messages, the same in every role. */
  const COSTLY = ["hostile", "limit", "negative", "robustness"];

  /**
   * It only judges whether plain requests are still answered after a thousand hostile ones; other checks judge each kind
   * of them. It takes as long as all of these together, so only one agent of this list is tried with it.
   */
  const LONGEST = "transport/robustness/thousand-requests";

  /** All checks for the first role of an agent; for its other roles only those that send few messages. */
  function checksFor(role: Role, agent: Mutant): readonly RegisteredCheck[] {
    if (role !== roleOf(agent)) return ofTransport.filter(({ group }) => !COSTLY.includes(group));
    return agent === HABITS[0] ? ofTransport : ofTransport.filter(({ check }) => check.id !== LONGEST);
  }

  const HABITS: readonly Mutant[] = [
    mutant({
      id: "transport:says-charset",
      fault: "Names the charset of its JSON, and writes its headers in capitals.",
      inject: after((reply) =>
        reply.body === ""
          ? undefined
          : { ...reply, headers: { "CONTENT-TYPE": "application/json; charset=utf-8", CONNECTION: "close" } },
      ),
    }),
    mutant({
      id: "transport:pretty-json",
      fault: "Writes its JSON over many lines, with a line break at the end.",
      inject: after((reply) =>
        reply.body === ""
          ? undefined
          : { ...reply, body: `${JSON.stringify(JSON.parse(reply.body), null, 2)}\n` },
      ),
    }),
    mutant({
      id: "transport:own-words",
      fault: "Has other texts for errors, and more members than it needs.",
      inject: changeErrors((error) => ({
        ...error,
        message: `Sorry: ${String(error.message)}`,
        retryable: false,
      })),
    }),
    mutant({
      id: "transport:bad-requests-with-http-400",
      fault: "Sends -32700 and -32600 with HTTP 400.",
      inject: after((reply) =>
        [-32_700, -32_600].some((code) => code === codeOf(reply)) ? { ...reply, status: 400 } : undefined,
      ),
    }),
    mutant({
      id: "transport:http-faults-in-words",
      fault: "Answers 404, 405, 413 and 415 with a page, and an Allow header in small letters.",
      inject: after((reply) =>
        reply.status >= 404
          ? {
              ...plain(reply.status, "<h1>Error</h1>", "text/html"),
              headers: { ...reply.headers, "content-type": "text/html" },
            }
          : undefined,
      ),
    }),
    mutant({
      id: "transport:brief-acknowledgements",
      fault: 'Acknowledges announcements with {"status": "ok"}.',
      roles: ["player", "referee"],
      inject: changeResponses((response) =>
        /_ACK"/.test(JSON.stringify(response.result ?? null)) &&
        !/GAME_JOIN_ACK/.test(JSON.stringify(response.result))
          ? { ...response, result: { status: "ok" } }
          : undefined,
      ),
    }),
  ];

  /** Known faults against nothing but SHOULDs. */
  const SHOULDS = [
    "byte-order-marks",
    "compact-times",
    "does-not-say-what-is-allowed",
    "drops-invalid-members",
    "errors-with-http-400",
    "errors-without-data",
    "first-of-the-batch",
    "accepts-bad-utf8",
    "full-with-sixty-four",
    "closes-on-deep-json",
    "json-as-plain-text",
    "just-says-ok",
    "lacks-discover",
    "lacks-ping",
    "knows-one-spelling-of-json",
    "new-conversations",
    "no-batches",
    "no-health",
    "ok-to-notifications",
    "one-code-for-all",
    "compares-types-of-ids",
    "overlooks-ids-of-answers",
    "overlooks-message-types",
    "overlooks-the-protocol",
    "overlooks-time-zones",
    "pings-back",
    "promises-too-much",
    "refuses-unknown-fields",
    "repeats-tokens",
    "senders-without-a-role",
    "serves-every-path",
    "serves-every-verb",
    "shows-exceptions",
    "shows-its-state-without-token",
    "takes-any-content-type",
    "takes-bodies-of-any-size",
    "takes-positional-params",
    "takes-short-bodies-only",
    "violations-in-prose",
    "waits-for-stalled-bodies-without-limit",
  ];

  const known = mutants.filter(({ id }) => SHOULDS.includes(id.replace("transport:", "")));

  const agents = [...HABITS, ...known];

  /** A player that joins in another conversation breaks PLY-JOIN-03, too. */
  const breaksNoMust = (agent: Mutant, role: Role) =>
    agent.id !== "transport:new-conversations" || role !== "player";

  /** The variants, and some of the known faults, in their first role; a few in the others. */
  const trials = [
    ...[...oneIn(3, HABITS), ...oneIn(8, known)].map((agent) => [agent.id, roleOf(agent), agent] as const),
    ...oneIn(
      32,
      agents.flatMap((agent) =>
        rolesOf(agent)
          .filter((role) => role !== roleOf(agent))
          .map((role) => [agent.id, role, agent] as const),
      ),
    ),
  ].filter(([, role, agent]) => breaksNoMust(agent, role));

  test.each(trials)("%s as a %s", async (_, role, agent) => {
    expect(await complaints(agent, role, checksFor(role, agent), failsNot)).toEqual([]);
  });
});
