import { deadlineOf, protocol } from "../../contract.js";
import type { RefereeFixture } from "../../fixtures/member-fixtures.js";
import { isObject, valueAt } from "../../json.js";
import { chooses, never, records, type Step, wire } from "../../peers/actors/behaviour.js";
import { LOOK_ALIKES, REFUSED_LOOK_ALIKE } from "../../peers/actors/other-runs.js";
import { standing } from "../../peers/actors/result.js";
import type { Answer } from "../../peers/exchange/answer.js";
import { isPlain, named, reportsOf } from "../../rules/match-rules.js";
import { rule } from "../../rules/rule.js";
import { gracePeriodMs, joinDeadline, quickMatch } from "../../time/protocol-deadlines.js";
import { answersTo, times } from "../../time/steps.js";
import type { Check } from "../../types.js";
import { registrationRules } from "../helpers/registration-rules.js";
import { RESTART_MS, restartedAgent } from "../helpers/restarted-agent.js";
import { ended, progressOf } from "./helpers/match-outcome.js";
import { EVERY_MATCH } from "./helpers/played-matches.js";

/** The messages in which a referee sends its token. */
const WITH_TOKEN = ["GAME_INVITATION", "CHOOSE_PARITY_CALL", "GAME_OVER", "MATCH_RESULT_REPORT"];

/** Messages that only a league manager may send. */
const MANAGERS = [
  "ROUND_ANNOUNCEMENT",
  "RUN_MATCH",
  "LEAGUE_STANDINGS_UPDATE",
  "ROUND_COMPLETED",
  "LEAGUE_COMPLETED",
  "SHUTDOWN_COMMAND",
];

const ENDING_MS = deadlineOf("SHUTDOWN_COMMAND");

/** The time in which a referee would react to a message. */
const A_MOMENT_MS = 100;

export const lifeChecks: readonly Check<RefereeFixture>[] = [
  {
    id: "referee/registration/meta-form",
    title: "puts its name, version, game types, endpoint and capacity into `referee_meta`",
    decides: ["REF-REG-02"],
    steps: [deadlineOf("REFEREE_REGISTER_REQUEST")],
    async run(fixture) {
      const { expect } = fixture;
      if (fixture.referee.registration === undefined)
        fixture.notExercised("the referee has not registered", ["REF-REG-01"]);
      const { message } = fixture.registration;
      expect(message.referee_meta, "referee_meta").isObject();
      const registration = expect(message, "REFEREE_REGISTER_REQUEST");
      for (const member of ["display_name", "version", "contact_endpoint", "game_types/0"])
        registration.at(`/referee_meta/${member}`).isText();
      registration.at("/referee_meta/max_concurrent_matches").isInteger({ min: 1 });
    },
  },
  /** In each form of registration: `referee_meta` of IS and RA, or the flat members of RS. */
  {
    id: "referee/registration/registers",
    title: "registers when it is started, with its name, version, game types and endpoint",
    decides: ["REF-REG-01"],
    steps: [deadlineOf("REFEREE_REGISTER_REQUEST")],
    async run({ registration, referee, league, expect, game }) {
      const { message, displayName, endpoint } = registration;
      const meta = isObject(message.referee_meta) ? message.referee_meta : message;
      expect(displayName, "the display name in the registration").isText();
      expect(meta.version, "the version in the registration").isText();
      const games = meta.game_types ?? meta.supported_game_types;
      expect.that(Array.isArray(games) && games.includes(game.type), {
        diagnosis: `the game types in the registration are ${JSON.stringify(games)}; expected a list with "${game.type}"`,
        expected: `a list with "${game.type}"`,
        received: JSON.stringify(games) ?? "nothing",
      });
      expect(endpoint, "the endpoint in the registration").matches(/^https?:\/\/[^/]+/, "an http URL");
      expect(await league.servesAt(endpoint ?? ""), `whether the referee serves at ${endpoint}`).is(
        true,
        `The league sends matches to this endpoint; the suite reached the referee at ${referee.url}.`,
      );
    },
  },
  rule({
    id: "referee/registration/uses-assigned-id",
    title: "sends its assigned id and its token in all messages about a match, a repeated report included",
    decides: ["REF-REG-04"],
    over: EVERY_MATCH,
    where: ({ seen }) => seen.referee.token !== undefined,
    none: ["the referee has not registered with the suite's league manager", ["REF-REG-01"]],
    judge(part, { expect }) {
      const { match, seen } = part;
      const { id, token } = seen.referee;
      for (const sent of [...match.toPlayers(), ...reportsOf(match)]) {
        const { message_type, auth_token, sender } = sent.message;
        if (!WITH_TOKEN.includes(String(message_type))) continue;
        const what = `${String(message_type)} of ${named(part)}`;
        if (isPlain(part)) expect(sender, `sender of ${what}`, sent).isOneOf([`referee:${id}`, id]);
        expect(auth_token, `auth_token of ${what}`, sent).is(
          token,
          "The league manager gave this referee that one.",
        );
      }
    },
  }),
  ...registrationRules("referee", {
    retries: "REF-REG-03",
    rejection: "REF-REG-03",
    end: "REF-REG-03",
    hasLimit: true,
  }),
  {
    id: "referee/life/acknowledges-the-end",
    title: "acknowledges LEAGUE_COMPLETED, and reports no match again because of it",
    decides: ["REF-END-03"],
    needs: { last: true },
    steps: [quickMatch(), answersTo("LEAGUE_COMPLETED"), A_MOMENT_MS],
    async run({ league, expect, pause }) {
      await league.runMatch();
      const reports = () => league.manager.receivedOf("MATCH_RESULT_REPORT").length;
      const before = reports();
      const champion = { player_id: "P01", display_name: "P01", points: protocol.points.win };
      const final_standings = [standing(1, "P01", { wins: 1 }), standing(2, "P02", { losses: 1 })];
      const answer = await league.say("LEAGUE_COMPLETED", {
        league_id: league.id,
        total_rounds: 1,
        total_matches: 1,
        champion,
        final_standings,
      });
      expect(answer.result.message_type, "message_type of the answer to LEAGUE_COMPLETED").is(
        "LEAGUE_COMPLETED_ACK",
      );
      expect.time(answer.ms, "the answer to LEAGUE_COMPLETED").isAtMost(deadlineOf("LEAGUE_COMPLETED"));
      await pause(A_MOMENT_MS);
      expect(reports() - before, "how many reports came after LEAGUE_COMPLETED").is(0);
    },
  },
  /** The match is announced, assigned and announced again, which is permitted, and played once. */
  {
    id: "referee/life/announcement-changes-nothing",
    title: "acknowledges announcements of rounds, and plays no match twice because of them",
    decides: ["REF-END-03"],
    slow: true,
    steps: [times(2, quickMatch())],
    async run({ league, expect, pause }) {
      const match = await league.prepareMatch();
      const announced = await match.announce();
      await pause(joinDeadline / 10);
      const ordered = match.order({ timeoutMs: quickMatch() });
      ended(await match.ended(quickMatch(), joinDeadline / 10));
      await ordered;
      const again = await match.announce();
      await pause(joinDeadline / 5);
      const { invitations } = match.observe();
      const what = "the number of invitations to a match that was announced, assigned and announced again";
      expect(invitations.length, what).is(2);
      for (const answer of [announced, again]) {
        expect(answer.result.message_type, "message_type of the answer to ROUND_ANNOUNCEMENT").is(
          "ROUND_ANNOUNCEMENT_ACK",
        );
        expect.time(answer.ms, "the answer to ROUND_ANNOUNCEMENT").isAtMost(deadlineOf("ROUND_ANNOUNCEMENT"));
        const { round_id = match.ids.roundId } = answer.result;
        expect(round_id, "round_id of the answer to ROUND_ANNOUNCEMENT").is(match.ids.roundId);
      }
    },
  },
  {
    id: "referee/life/refuses-players-messages",
    title: "announces no rounds, sends no standings and registers only itself",
    decides: ["REF-END-01"],
    steps: [quickMatch()],
    async run({ league, expect, canStart }) {
      const { manager } = league;
      const match = await league.runMatch();
      ended(match);
      // Any process may send to a port that the user chose.
      const [messages, registrations] = canStart ? [manager.received, manager.registrations] : [[], []];
      const observed = [...match.toPlayers().map(({ received }) => received), ...messages];
      for (const { type, by } of observed) {
        const what = `what only the league manager may send, and the referee sent to ${by},`;
        expect(MANAGERS.includes(String(type)) ? type : null, what).isAbsent();
      }
      for (const { role, displayName } of registrations) {
        expect(role, `the role of ${displayName ?? "an agent"} whom the referee registered`).is("referee");
      }
    },
  },
  /** A twin control: first another sender sends SHUTDOWN_COMMAND, then the league manager. */
  {
    id: "referee/life/shuts-down",
    title: "ends at the league manager's SHUTDOWN_COMMAND, and refuses that of every other sender",
    decides: ["REF-END-04"],
    needs: { last: true },
    unusual: "end",
    steps: [times(6 + LOOK_ALIKES.length, ENDING_MS), quickMatch()],
    async run({ league, referee, refused, expect, pause, canStart }) {
      const fromOtherSender = await league.shutdown({}, league.impostor("player:P99"));
      const alike: Answer[] = [];
      for (const sender of LOOK_ALIKES) alike.push(await league.shutdown({}, league.impostor(sender)));
      await pause(ENDING_MS / 10);
      const alive = await referee.call("ping");
      const match = await league.runMatch();
      // A reason is optional.
      const fromManager = await league.shutdown({ remove: ["/reason"] });
      const exit = canStart ? await referee.exit(ENDING_MS) : undefined;
      expect.that(alive.outcome !== "failure", {
        diagnosis: `the referee ended when a player, or one with a name like the league manager's, sent it SHUTDOWN_COMMAND: ping got ${alive.describe()}`,
        expected: "a refusal with E012, and a running agent",
        received: alive.describe(),
      });
      const isPlayed = match.calls.length > 0;
      expect.that(isPlayed || fromOtherSender.outcome !== "refusal", {
        diagnosis: `the referee refused a SHUTDOWN_COMMAND that was not the league manager's, and then ${match.matchId} was not played: ${progressOf(match)}`,
        expected: "a match like any other",
        received: progressOf(match),
      });
      expect(fromManager.result.message_type, "message_type of the answer to SHUTDOWN_COMMAND").is(
        "SHUTDOWN_ACK",
      );
      refused(fromOtherSender, "sender", ["E012"]);
      for (const answer of alike) refused(answer, `sender (${LOOK_ALIKES.join(" or ")})`, REFUSED_LOOK_ALIKE);
      if (!canStart) return;
      expect(exit !== undefined, `whether the referee ended within ${ENDING_MS} ms of SHUTDOWN_COMMAND`).is(
        true,
      );
      // A process that a signal ended has no exit code.
      if (exit === undefined || exit.code === null) return;
      expect(exit.code, "the exit status of the referee after SHUTDOWN_COMMAND").is(0);
    },
  },
  {
    id: "referee/restart/goes-on",
    title: "keeps its id and token when it is killed and started again",
    decides: ["REF-KEEP-01"],
    needs: { command: true, last: true },
    unusual: "restart",
    steps: [RESTART_MS, times(2, quickMatch())],
    async run(fixture) {
      const { expect, referee, league, restart } = fixture;
      const again = restartedAgent(fixture, referee, league.manager);
      if ((await league.runMatch()).report === undefined)
        fixture.notExercised("the referee reports no match", ["REF-RUN-01", "REF-REP-01"]);
      await restart();
      await again.settled();
      const { matchId, report } = await league.runMatch();
      again.assert();
      expect.that(report !== undefined, {
        diagnosis: `killed and started again, the referee was given ${matchId} and did not report it`,
        expected: "MATCH_RESULT_REPORT",
        received: "nothing",
      });
      const what = "of a report after the referee was started again";
      expect(report?.auth_token, `auth_token ${what}`).is(referee.token);
      expect(report?.sender, `sender ${what}`).isOneOf([referee.id, `referee:${referee.id}`]);
    },
  },
  /** Killed after GAME_OVER to both players, before the league manager has acknowledged the report. */
  {
    id: "referee/restart/reports-again",
    title:
      "reports a decided match, and does not play it again, when it is killed before the acknowledgement",
    decides: ["REF-KEEP-02"],
    needs: { command: true, last: true },
    unusual: "restart",
    steps: [RESTART_MS, times(3, quickMatch())],
    async run(fixture) {
      const { expect, referee, league, restart } = fixture;
      const again = restartedAgent(fixture, referee, league.manager);
      const match = await league.prepareMatch({ reports: [wire({ kind: "never" }), records()] });
      void match.assign();
      const first = await match.until(({ reports }) => reports[0], quickMatch());
      if (first === undefined)
        return fixture.notExercised("the referee reported no match", ["REF-RUN-01", "REF-REP-01"]);
      const invited = match.observe().invitations.length;
      await restart();
      await again.settled();
      const sent = () => match.until(({ reports }) => reports[1], gracePeriodMs());
      // It may report without a request, or wait for RUN_MATCH.
      if ((await sent()) === undefined) await match.order();
      const second = await match.until(({ reports }) => reports[1], quickMatch());
      const { invitations } = match.observe();
      const what = `how many invitations to ${match.ids.matchId} came after it was reported, and the referee killed and started again`;
      expect(invitations.length - invited, what).is(0);
      expect.that(second !== undefined, {
        diagnosis: `killed after its report of ${match.ids.matchId}, which was not acknowledged, and started again, the referee did not report it`,
        expected: "MATCH_RESULT_REPORT",
        received: "nothing",
      });
      for (const pointer of ["/result/winner", "/result/details/drawn_number"]) {
        expect(valueAt(second?.message, pointer), `${pointer} of the report after it was started again`).is(
          valueAt(first.message, pointer) ?? null,
        );
      }
    },
  },
  {
    id: "referee/restart/settles-open-matches",
    title: "plays or reports a match that was interrupted when it was killed, when it is assigned again",
    decides: ["REF-KEEP-03"],
    needs: { command: true, last: true },
    unusual: "restart",
    steps: [RESTART_MS, times(3, quickMatch())],
    async run(fixture) {
      const { referee, league, restart } = fixture;
      const again = restartedAgent(fixture, referee, league.manager);
      let isRestarted = false;
      const choice: Step = (...asked) => (isRestarted ? chooses("even") : never())(...asked);
      const match = await league.prepareMatch({ a: { choice }, b: { choice } });
      const taken = await match.order();
      if (taken.outcome !== "message")
        fixture.notExercised(`RUN_MATCH ${taken.describeAsEnd()}`, ["REF-RUN-01", "REF-RUN-02"]);
      const asked = await match.until(({ calls }) => calls[0], quickMatch());
      if (asked === undefined)
        fixture.notExercised("the referee asked for no choice", ["REF-RUN-01", "REF-INV-01"]);
      // The referee may continue the match as soon as it has started, before the suite detects its port.
      isRestarted = true;
      await restart();
      await again.settled();
      const order = await match.order();
      const report = await match.until(({ reports }) => reports[0], quickMatch());
      fixture.expect.that(report !== undefined, {
        diagnosis: `killed while it waited for the choices of ${match.ids.matchId} and started again, the referee was given the match again (${order.describe()}) and did not report it`,
        expected: "MATCH_RESULT_REPORT",
        received: "nothing",
      });
    },
  },
];
