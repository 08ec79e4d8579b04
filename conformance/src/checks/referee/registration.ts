import { deadlineOf, methodOf } from "../../contract.js";
import type { AgentUnderTest } from "../../fixtures/agent.js";
import type { RefereeFixture } from "../../fixtures/referee-fixture.js";
import { START_LIMIT_MS } from "../../fixtures/starts.js";
import { isObject } from "../../json/pointer.js";
import type { Registration } from "../../peers/actors/registration.js";
import type { ScriptedManager } from "../../peers/actors/scripted-manager.js";
import { rule } from "../../rule.js";
import { isPlain, named, reportsOf } from "../../rules/match-rules.js";
import { justInside, notBefore } from "../../time/match-times.js";
import { exhaustedAfter } from "../../time/protocol-deadlines.js";
import { times } from "../../time/steps.js";
import type { Check } from "../../types.js";
import { EVERY_MATCH } from "./helpers/played-matches.js";

const deadline = deadlineOf("REFEREE_REGISTER_REQUEST");

const attempts = 1 + (methodOf("REFEREE_REGISTER_REQUEST")?.retries ?? 0);

/** The time for the process to end after the last missed deadline. */
const ENDING_MS = deadline / 2;

/** The minimum growth of the pauses of a quick referee; a machine that is later than this hides it. */
const GROWTH_MS = deadline / 50;

/** The messages in which a referee sends its token. */
const WITH_TOKEN = ["GAME_INVITATION", "CHOOSE_PARITY_CALL", "GAME_OVER", "MATCH_RESULT_REPORT"];

export const registrationChecks: readonly Check<RefereeFixture>[] = [
  {
    id: "referee/registration/ends-when-rejected",
    title: "ends with an error when the league manager rejects it",
    decides: ["REF-REG-03"],
    needs: { command: true },
    steps: [times(3, deadline)],
    async run({ launch, noteRegistration, expect, notExercised }) {
      const { agent, manager } = await launch({
        wait: false,
        policy: (attempt, _, __, host) => host.reject(attempt, "Duplicate name"),
      });
      const first = await firstRegistration(agent, manager);
      if (first === undefined)
        return notExercised("no registration came that could be rejected", ["REF-REG-01"]);
      noteRegistration(first);
      const exit = await agent.exit(deadline);
      expect.that(exit !== undefined && exit.code !== 0, {
        diagnosis: `the registration was REJECTED, and the referee ${exit === undefined ? `is still running ${deadline} ms later` : "ended without an error (exit code 0)"}`,
        expected: "an end with an error",
        received: exit === undefined ? "it is still running" : "exit code 0",
      });
    },
  },
  {
    id: "referee/registration/ends-after-last-retry",
    title: "tries four times in all to register, after pauses that grow, and then ends with an error",
    decides: ["REF-REG-03"],
    needs: { command: true },
    steps: [times(2, exhaustedAfter("REFEREE_REGISTER_REQUEST"))],
    async run({ launch, noteRegistration, expect, notExercised, timely }) {
      const { agent, manager } = await launch({ wait: false, policy: () => ({ http: { kind: "never" } }) });
      await firstRegistration(agent, manager);
      await manager.until(
        () => manager.registrations[attempts - 1],
        1.5 * exhaustedAfter("REFEREE_REGISTER_REQUEST"),
      );
      for (const one of manager.registrations) noteRegistration(one);
      if (manager.registrations.length === 0)
        notExercised("the referee sent no registration at all", ["REF-REG-01"]);
      expect(
        manager.registrations.length,
        "how many registrations a league manager got that answers nothing",
      ).isInteger({ min: attempts });
      const intervals = intervalsOf(manager.registrations.map(({ at_ms }) => at_ms));
      if (intervals.some((interval) => interval < notBefore(deadline))) {
        notExercised("the referee did not wait for the answers, which another check judges", ["REF-REG-03"]);
      }
      const pauses = intervals.map((interval) => Math.max(0, interval - deadline));
      timely(GROWTH_MS, () =>
        expect.that((pauses.at(-1) ?? 0) > (pauses[0] ?? 0), {
          diagnosis: `the pauses between the attempts to register were ${pauses.map(Math.round).join(", ")} ms; expected growing ones`,
          expected: "pauses that grow",
          received: pauses.map(Math.round).join(", "),
        }),
      );
      const exit = await agent.exit(deadline + ENDING_MS);
      expect(manager.registrations.length, "how many registrations came in all").is(attempts);
      expect.that(exit !== undefined && exit.code !== 0, {
        diagnosis: `after ${attempts} registrations without an answer the referee ${exit === undefined ? "still runs" : "ended without an error (exit code 0)"}`,
        expected: "an end with an error",
        received: exit === undefined ? "it is still running" : "exit code 0",
      });
    },
  },
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
      for (const member of ["display_name", "version", "contact_endpoint"]) {
        expect(message, "REFEREE_REGISTER_REQUEST").at(`/referee_meta/${member}`).isText();
      }
      expect(message, "REFEREE_REGISTER_REQUEST").at("/referee_meta/game_types/0").isText();
      expect(message, "REFEREE_REGISTER_REQUEST")
        .at("/referee_meta/max_concurrent_matches")
        .isInteger({ min: 1 });
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
  /** Both sides of the deadline: an answer shortly before it counts; without one the next attempt follows. */
  {
    id: "referee/registration/waits-for-the-manager",
    title: "waits 10 s for the answer of the league manager, and then tries again",
    decides: ["REF-REG-03"],
    needs: { command: true },
    steps: [times(4, deadline)],
    async run({ launch, noteRegistration, expect, timely, pause, notExercised }) {
      const { agent, manager } = await launch({
        wait: false,
        policy: (attempt, index, grant, host) => {
          if (index === 0) return { http: { kind: "never" } };
          const accepted = host.accept(attempt, grant);
          return "say" in accepted ? { ...accepted, afterMs: justInside(deadline) } : accepted;
        },
      });
      await firstRegistration(agent, manager);
      const attempts = () => manager.registrations.filter(({ role }) => role === "referee");
      const second = await manager.until(() => attempts()[1], 3 * deadline);
      const [first] = attempts();
      if (first === undefined) return notExercised("the referee sent no registration at all", ["REF-REG-01"]);
      noteRegistration(first);
      expect.that(second !== undefined, {
        diagnosis: "the league manager did not answer the registration, and no second one came",
        expected: "another REFEREE_REGISTER_REQUEST after 10 s",
        received: "nothing",
      });
      expect
        .time(
          (second?.at_ms ?? 0) - first.at_ms,
          "the time from a registration without an answer to the next one",
        )
        .isAtLeast(notBefore(deadline));
      await pause(deadline + notBefore(deadline) / 10);
      timely(deadline - justInside(deadline), () =>
        expect(
          attempts().length,
          "how many registrations came, when the second was answered just inside its deadline",
        ).is(2),
      );
    },
  },
];

/** The first registration of a starting referee, within the time of one attempt after its port is open. */
async function firstRegistration(
  agent: AgentUnderTest,
  manager: ScriptedManager,
): Promise<Registration | undefined> {
  const { registrations } = manager;
  const within = (ms: number) => Promise.race([manager.until(() => registrations[0], ms), agent.exit(ms)]);
  await Promise.race([agent.instance.ready(START_LIMIT_MS), within(START_LIMIT_MS)]);
  await within(deadline);
  return registrations[0];
}

function intervalsOf(times: readonly number[]): number[] {
  return times.slice(1).map((at, index) => at - (times[index] ?? at));
}
