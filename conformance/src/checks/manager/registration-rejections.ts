import type { ManagerFixture } from "../../fixtures/manager-fixture.js";
import type { ManagedLeague } from "../../peers/managed-league.js";
import type { RegisteredPeer, SeatRole } from "../../peers/registered-peer.js";
import type { Check } from "../../types.js";
import { DISTURBED_MS, judgeDisturbance } from "./helpers/disturbed-leagues.js";
import { registrations } from "./helpers/league-course.js";
import { mustHeedNumbers } from "./helpers/leagues.js";
import {
  decisionIn,
  expectNotAccepted,
  expectRejected,
  isAccepted,
  metaOf,
  mustHaveRoom,
  withRegisteredAgents,
  withWaitingManager,
} from "./helpers/registration-helpers.js";
import {
  BEGINNINGS_MS,
  judgeBeginning,
  RIVALS,
  SHORTAGE_NAMES,
  SHORTAGES,
} from "./helpers/start-scenarios.js";

/** Addresses that are reserved (RFC 5737), and names that only look like this machine. */
const ENDPOINTS = [
  "http://192.0.2.1:8101/mcp",
  "http://127.0.0.1@192.0.2.1:8101/mcp",
  "http://127.0.0.1.example.com:8101/mcp",
  "http://169.254.169.254/mcp",
];

/** What IS, RA and RS all name; a referee that does not say how many matches it takes at once takes one (IS 3.4). */
const MEMBERS = ["display_name", "version", "game_types", "contact_endpoint"] as const;

const INVALID_ENDPOINTS = ["ftp://127.0.0.1:9/mcp", "no url at all"];

/** Enough to fall into the gap between looking and writing down. */
const AT_ONCE = 6;

export const registrationRejectionsChecks: readonly Check<ManagerFixture>[] = [
  {
    id: "manager/registration/duplicate-name",
    title: 'rejects a display_name that is taken, with the reason "Duplicate name"',
    decides: ["LM-REG-06"],
    kills: ["manager:takes-duplicate-names", "manager:other-reasons", "manager:remembers-one-name"],
    needs: { first: true },
    worstCaseMs: 2 * registrations(6),
    run: (bench) =>
      withRegisteredAgents(bench, async ({ player, referee, apply }) => {
        for (const { role, displayName } of [player, referee]) {
          // With another agent in between, so that it is not enough to remember the last name.
          if (bench.canStart) await apply(role, {});
          const answer = await apply(role, { set: { [`${metaOf(role)}/display_name`]: displayName } });
          expectRejected(
            bench,
            answer,
            `a second ${role} with the display_name of the first`,
            "Duplicate name",
          );
        }
      }),
  },
  {
    id: "manager/registration/foreign-endpoint",
    title: "rejects an endpoint on another machine that is not on its allow-list",
    decides: ["LM-REG-08"],
    kills: ["manager:calls-foreign-endpoints"],
    worstCaseMs: 2 * registrations(3),
    async run(bench) {
      // A manager may accept it (it is a SHOULD), and then an agent that does not exist would play in the only league.
      if (!bench.canStart) bench.notExercised("this needs a league of its own; use --command");
      await withRegisteredAgents(bench, async ({ apply }) => {
        const answers = await Promise.all(
          ENDPOINTS.map((endpoint) =>
            apply("player", { set: { [`${metaOf("player")}/contact_endpoint`]: endpoint } }),
          ),
        );
        answers.forEach((answer, index) => {
          const who = `a player with the contact_endpoint "${ENDPOINTS[index]}"`;
          expectRejected(bench, answer, who, "Invalid endpoint");
        });
      });
    },
  },
  {
    id: "manager/registration/incomplete-meta",
    title: "accepts no registration whose meta data is incomplete",
    decides: ["LM-REG-09"],
    kills: ["manager:takes-incomplete-meta"],
    needs: { first: true },
    worstCaseMs: 2 * registrations(4),
    run: (bench) =>
      withRegisteredAgents(bench, async ({ apply }) => {
        for (const role of ["player", "referee"] as const) {
          const incomplete = MEMBERS.map((member) => apply(role, { remove: [`${metaOf(role)}/${member}`] }));
          const answers = await Promise.all(incomplete);
          answers.forEach((answer, index) => {
            expectNotAccepted(bench, answer, `a ${role} without ${MEMBERS[index]}`);
          });
        }
      }),
  },
  {
    id: "manager/registration/invalid-endpoint",
    title: 'rejects an endpoint that is not an http or https URL, with the reason "Invalid endpoint"',
    decides: ["LM-REG-07"],
    kills: ["manager:takes-any-endpoint", "manager:other-reasons"],
    needs: { first: true },
    worstCaseMs: 2 * registrations(6),
    run: (bench) =>
      withRegisteredAgents(bench, async ({ apply }) => {
        for (const role of ["player", "referee"] as const) {
          for (const endpoint of INVALID_ENDPOINTS) {
            const answer = await apply(role, { set: { [`${metaOf(role)}/contact_endpoint`]: endpoint } });
            const who = `a ${role} with the contact_endpoint "${endpoint}"`;
            expectRejected(bench, answer, who, "Invalid endpoint");
          }
        }
      }),
  },
  {
    id: "manager/registration/league-full",
    title: 'rejects every agent above the configured number, with the reason "League full"',
    decides: ["LM-REG-06"],
    kills: ["manager:takes-too-many"],
    worstCaseMs: BEGINNINGS_MS,
    async run(bench) {
      await mustHeedNumbers(bench);
      for (const name of SHORTAGE_NAMES) {
        await judgeBeginning(bench, name, "one too many", ({ tooMany }) => {
          const { full, told } = SHORTAGES[name];
          const places = told[`${full}s`];
          const answer = tooMany ?? bench.notExercised("no agent came too many");
          expectRejected(bench, answer, `${full} number ${places + 1} of ${places}`, "League full");
        });
      }
    },
  },
  {
    id: "manager/registration/unsupported-game",
    title: 'rejects an agent that plays no game of the league, with the reason "Unsupported game type"',
    decides: ["LM-REG-07"],
    kills: ["manager:takes-any-game", "manager:other-reasons"],
    needs: { first: true },
    worstCaseMs: 2 * registrations(4),
    run: (bench) =>
      withRegisteredAgents(bench, async ({ apply }) => {
        for (const role of ["player", "referee"] as const) {
          const answer = await apply(role, { set: { [`${metaOf(role)}/game_types`]: ["tic_tac_toe"] } });
          const who = `a ${role} with the game_types ["tic_tac_toe"]`;
          expectRejected(bench, answer, who, "Unsupported game type");
        }
      }),
  },
  {
    id: "manager/registration/closed-after-start",
    title: "accepts no agent after the league has started",
    decides: ["LM-REG-09"],
    kills: ["manager:takes-latecomers", "manager:opens-again-at-the-end"],
    worstCaseMs: DISTURBED_MS,
    run: (bench) =>
      judgeDisturbance(
        bench,
        "registrations after the start",
        ["LEAGUE_REGISTER", "REFEREE_REGISTER"],
        ({ latecomers }) => {
          if (latecomers.length === 0) bench.notExercised("the league manager did not begin its league");
          for (const { seat, when } of latecomers) {
            const [answer] = seat.registrations;
            // A league manager may have ended with its league.
            const hasEnded = when === "when the league had ended" && answer?.outcome === "failure";
            if (answer !== undefined && !hasEnded)
              expectNotAccepted(bench, answer, `a ${seat.role} that came ${when}`);
          }
        },
      ),
  },
  {
    id: "manager/registration/at-once",
    title:
      "lets in one agent of a name, and no more than there are places, also when they register at the same moment",
    decides: ["LM-REG-06"],
    kills: ["manager:takes-a-name-twice-at-once", "manager:takes-too-many-at-once"],
    worstCaseMs: 2 * registrations(4) + BEGINNINGS_MS,
    async run(bench) {
      mustHaveRoom(bench);
      await withWaitingManager(bench, async ({ league }) => {
        for (const role of ["player", "referee"] as const) {
          const name = `suite-twin-${bench.random.below(1_000_000_000)}`;
          const twins = await letIn(bench, league, role, () => name);
          bench.expect.that(twins.length <= 1, {
            diagnosis: `of ${AT_ONCE} ${role}s that registered under one display_name at the same moment, ${twins.length} were accepted (${idsOf(twins)}); expected one`,
            expected: 'one ACCEPTED, the others REJECTED with the reason "Duplicate name"',
            received: `${twins.length} accepted`,
          });
        }
      });
      await mustHeedNumbers(bench);
      await judgeBeginning(bench, "no referee", "rivals", ({ rivals = [] }) => {
        const places = SHORTAGES["no referee"].told.players;
        if (rivals.length === 0) bench.notExercised("none of the players that registered was accepted");
        bench.expect.that(rivals.length <= places, {
          diagnosis: `of ${RIVALS} players that registered at the same moment in a league of ${places}, ${rivals.length} were accepted (${idsOf(rivals)})`,
          expected: `${places} ACCEPTED, the others REJECTED with the reason "League full"`,
          received: `${rivals.length} accepted`,
        });
      });
    },
  },
];

/** Those that were let in, of so many that register at the same moment. */
async function letIn(
  bench: ManagerFixture,
  league: ManagedLeague,
  role: SeatRole,
  nameOf: (seat: number) => string,
): Promise<RegisteredPeer[]> {
  const seats: RegisteredPeer[] = [];
  for (let seat = 0; seat < AT_ONCE; seat += 1) {
    const newcomer = { displayName: nameOf(seat), register: false } as const;
    seats.push(await (role === "player" ? league.seatPlayer(newcomer) : league.seatReferee(newcomer)));
  }
  const answers = await Promise.all(seats.map((seat) => seat.register()));
  const accepted = seats.filter((_, seat) => isAcceptedBy(answers[seat]));
  if (accepted.length === 0)
    bench.notExercised(
      `of ${AT_ONCE} ${role}s that registered at the same moment none was accepted (${answers[0] === undefined ? "nothing" : decisionIn(answers[0])})`,
    );
  return accepted;
}

function isAcceptedBy(answer: Parameters<typeof isAccepted>[0] | undefined): boolean {
  return answer !== undefined && isAccepted(answer);
}

function idsOf(seats: readonly RegisteredPeer[]): string {
  return seats.map(({ id }) => id).join(", ");
}
