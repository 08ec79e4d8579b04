import { deadlineOf } from "../../contract.js";
import type { PlayerFixture } from "../../fixtures/member-fixtures.js";
import { LOOK_ALIKES, REFUSED_LOOK_ALIKE } from "../../peers/actors/other-runs.js";
import type { Answer } from "../../peers/exchange/answer.js";
import type { Lapse } from "../../peers/exchange/seen-behaviour.js";
import { type Judging, rule, type WholeRun } from "../../rules/rule.js";
import { answersTo, times } from "../../time/steps.js";
import type { Check } from "../../types.js";
import { onBehalfOf } from "../../verdict.js";
import { expectJoin, inMatch, invited, joined, newReferee, provesNothing } from "./helpers/match-steps.js";

const POLL_MS = 200;

/** The limit of an orderly end, the same as for an acknowledgement. In milliseconds. */
const ENDING_MS = deadlineOf("SHUTDOWN_COMMAND");

/** Whether the player's process has ended within that time, or its server, if the suite has not started it. */
async function hasEnded({ player, clock, pause, canStart }: PlayerFixture): Promise<boolean> {
  if (canStart) return (await player.exit(ENDING_MS)) !== undefined;
  const end = clock.now() + ENDING_MS;
  while ((await player.call("ping")).failure === undefined) {
    if (clock.now() >= end) return false;
    await pause(POLL_MS);
  }
  return true;
}

export const endChecks: readonly Check<PlayerFixture>[] = [
  {
    id: "player/end/acknowledges-shutdown",
    title: "answers SHUTDOWN_COMMAND with SHUTDOWN_ACK, and ends with the exit status 0",
    decides: ["PLY-STOP-02"],
    needs: { last: true, command: true },
    unusual: "end",
    steps: [answersTo("GAME_INVITATION", "GAME_OVER", "SHUTDOWN_COMMAND"), ENDING_MS],
    async run(fixture) {
      const { player, league, expect } = fixture;
      await inMatch(fixture, async () => undefined);
      const answer = await league.shutdown(player);
      expect(answer.result.message_type, "the answer to SHUTDOWN_COMMAND").is("SHUTDOWN_ACK");
      expect.time(answer.ms, "the answer to SHUTDOWN_COMMAND").isAtMost(deadlineOf("SHUTDOWN_COMMAND"));
      const exit = await player.exit(ENDING_MS);
      if (exit === undefined)
        return fixture.notExercised(`after ${ENDING_MS} ms the player still runs`, ["PLY-STOP-01"]);
      if (exit.code === null && exit.signal === null)
        fixture.notExercised("the exit status of the process that ended last is not known");
      const ending = exit.signal === null ? `exit code ${exit.code}` : `signal ${exit.signal}`;
      expect(ending, "how the player ended after SHUTDOWN_COMMAND").is("exit code 0");
    },
  },
  rule({
    id: "player/end/of-each-match",
    title:
      "answers the GAME_OVER of each match that it has joined with a result, after every course of the match",
    decides: ["PLY-ACK-02"],
    over: usualMessages(["PLY-ACK-02"]),
    judge: isAnswered,
  }),
  rule({
    id: "player/end/of-each-message",
    title: "answers each usual invitation, call and message of its league manager with a result",
    decides: [
      "PLY-JOIN-06",
      "PLY-JOIN-07",
      "PLY-CHOICE-01",
      "PLY-CHOICE-07",
      "PLY-CHOICE-10",
      "PLY-ACK-01",
      "PLY-ACK-03",
      "PLY-ERR-01",
    ],
    over: usualMessages([
      "PLY-JOIN-07",
      "PLY-CHOICE-01",
      "PLY-CHOICE-07",
      "PLY-ACK-01",
      "PLY-ACK-03",
      "PLY-JOIN-06",
      "PLY-CHOICE-10",
      // What is not answered without an error either has another cause.
      "PLY-ERR-01",
    ]),
    judge: isAnswered,
  }),
  /** The twin is the league manager's command, sent last. */
  {
    id: "player/end/shutdown-from-other-sender",
    title: "refuses SHUTDOWN_COMMAND from any sender but the league manager, with E012, and plays on",
    decides: ["PLY-STOP-03"],
    needs: { last: true },
    unusual: "end",
    steps: [
      answersTo("GAME_INVITATION", "GAME_OVER", "GAME_INVITATION"),
      times(4 + LOOK_ALIKES.length, answersTo("SHUTDOWN_COMMAND")),
    ],
    async run(fixture) {
      const { player, league } = fixture;
      const referee = newReferee(fixture);
      const fromOtherSenders = [
        // The referee of the player's match is a known sender, but must not send this.
        await inMatch(fixture, (match) => league.shutdown(player, {}, match.referee)),
        await league.shutdown(player, {}, referee),
        await league.shutdown(player, {}, league.impostor("P02", { sender: "player:P02" })),
      ];
      const alike: Answer[] = [];
      for (const sender of LOOK_ALIKES)
        alike.push(await league.shutdown(player, {}, league.impostor(sender, { sender })));
      const invitation = await invited(fixture, league.match({}, referee));
      // If the suite cannot start another player, later checks need this one.
      const manager = fixture.canStart ? await league.shutdown(player) : undefined;
      if (manager?.outcome === "refusal") provesNothing(fixture, manager, "PLY-STOP-01", "PLY-STOP-02");
      for (const answer of fromOtherSenders)
        fixture.refused(answer, "sender (not the league manager)", ["E012"]);
      for (const answer of alike)
        fixture.refused(answer, `sender (${LOOK_ALIKES.join(" or ")})`, REFUSED_LOOK_ALIKE);
      expectJoin(fixture, invitation, "after another sender's SHUTDOWN_COMMAND, an invitation");
    },
  },
  /** Also in the middle of a match, and without a reason, which is optional. */
  {
    id: "player/end/shuts-down",
    title: "shuts down when the league manager sends SHUTDOWN_COMMAND",
    decides: ["PLY-STOP-01"],
    needs: { last: true },
    unusual: "end",
    steps: [answersTo("GAME_INVITATION", "SHUTDOWN_COMMAND"), ENDING_MS],
    async run(fixture) {
      await joined(fixture);
      const answer = await fixture.league.shutdown(fixture.player, { remove: ["/reason"] });
      fixture.expect.that(await hasEnded(fixture), {
        diagnosis: `SHUTDOWN_COMMAND ${answer.describeAsEnd()}, and after ${ENDING_MS} ms the player still runs`,
        expected: "the end of the player",
        received: "it still runs",
      });
      const exit = fixture.canStart ? await fixture.player.exit(0) : undefined;
      onBehalfOf(["PLY-STOP-02"], () =>
        fixture
          .expect(exit?.code ?? 0, "the exit code after SHUTDOWN_COMMAND in the middle of a match")
          .is(0),
      );
    },
  },
];

interface UsualMessages {
  clause: string;
  count: number;
  lapses: readonly Lapse[];
}

/** The usual messages of the run, by the clause that requires a result. */
function usualMessages(clauses: readonly string[]): WholeRun<PlayerFixture, UsualMessages> {
  return {
    name: `usual messages of this run, by ${clauses.join(", ")}`,
    seenBy({ seen, notExercised }) {
      if (seen.usual.countOf(clauses) === 0)
        notExercised("the player has answered nothing usual", ["PLY-JOIN-01"]);
      return clauses.map((clause) => ({
        clause,
        count: seen.usual.countOf([clause]),
        lapses: seen.usual.lapses.filter((lapse) => lapse.clause === clause),
      }));
    },
    traceOf: ({ count }) => ({ count }),
  };
}

/** Each got a result in time; the first lapse is named. */
function isAnswered({ clause, lapses: [first, ...more] }: UsualMessages, { expect }: Judging): void {
  onBehalfOf([clause], () =>
    expect.that(first === undefined, {
      diagnosis: `${first?.text}; expected a result in time (${1 + more.length} such lapses)`,
      expected: "a result",
      received: first?.text ?? "",
    }),
  );
}
