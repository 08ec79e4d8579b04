import type { ManagerFixture } from "../../fixtures/manager-fixture.js";
import type { ManagedLeague } from "../../peers/managed-league.js";
import type { PeerRole, RegisteredPeer } from "../../peers/registered-peer.js";
import { times } from "../../time/steps.js";
import type { Check } from "../../types.js";
import { assertDisturbance, DISTURBED_LEAGUES } from "./helpers/disturbed-leagues.js";
import { registrations } from "./helpers/league-progress.js";
import { skipIfNumbersIgnored } from "./helpers/leagues.js";
import {
  decisionIn,
  expectNotAccepted,
  expectRejected,
  isAccepted,
  metaOf,
  skipWithoutOwnLeague,
  withRegisteredAgents,
  withWaitingManager,
} from "./helpers/registration-helpers.js";
import {
  assertBeginning,
  BEGINNINGS,
  CONCURRENT_PLAYERS,
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

/** The members that IS, RA and RS all require; a referee without a stated capacity has the capacity 1 (IS 3.4). */
const MEMBERS = ["display_name", "version", "game_types", "contact_endpoint"] as const;

const INVALID_ENDPOINTS = ["ftp://127.0.0.1:9/mcp", "no url at all"];

/** Enough for several to arrive between the check of the name and its storing. */
const AT_ONCE = 6;

export const registrationRejectionsChecks: readonly Check<ManagerFixture>[] = [
  {
    id: "manager/registration/duplicate-name",
    title: 'rejects a display_name that is taken, with the reason "Duplicate name"',
    decides: ["LM-REG-06"],
    needs: { first: true },
    steps: [times(2, registrations(8))],
    run: (fixture) =>
      withRegisteredAgents(fixture, async ({ player, referee, apply }) => {
        for (const { role, displayName, endpoint } of [player, referee]) {
          const meta = metaOf(role);
          const name = { [`${meta}/display_name`]: displayName };
          // Another agent registers in between, so that it is not enough to store the last name.
          if (fixture.canStart) await apply(role, {});
          const second = `a second ${role} with the display_name of the first`;
          expectRejected(fixture, await apply(role, { set: name }), second, "Duplicate name");
          // Both are public; only the conversation_id distinguishes the agent itself from another one (LM-REG-10).
          const both = await apply(role, { set: { ...name, [`${meta}/contact_endpoint`]: endpoint.url } });
          const who = `a ${role} with the display_name and the contact_endpoint of the first, in another conversation,`;
          expectRejected(fixture, both, who, "Duplicate name");
        }
      }),
  },
  {
    id: "manager/registration/foreign-endpoint",
    title: "rejects an endpoint on another machine that is not on its allow-list",
    decides: ["LM-REG-08"],
    steps: [times(2, registrations(3))],
    async run(fixture) {
      // A manager may accept it (it is a SHOULD), and then an agent that does not exist would play in the only league.
      if (!fixture.canStart) fixture.notExercised("this needs a separate league; use --command");
      await withRegisteredAgents(fixture, async ({ apply }) => {
        const answers = await Promise.all(
          ENDPOINTS.map((endpoint) =>
            apply("player", { set: { [`${metaOf("player")}/contact_endpoint`]: endpoint } }),
          ),
        );
        answers.forEach((answer, index) => {
          const who = `a player with the contact_endpoint "${ENDPOINTS[index]}"`;
          expectRejected(fixture, answer, who, "Invalid endpoint");
        });
      });
    },
  },
  {
    id: "manager/registration/incomplete-meta",
    title: "accepts no registration whose meta data is incomplete",
    decides: ["LM-REG-09"],
    needs: { first: true },
    steps: [times(2, registrations(4))],
    run: (fixture) =>
      withRegisteredAgents(fixture, async ({ apply }) => {
        for (const role of ["player", "referee"] as const) {
          const incomplete = MEMBERS.map((member) => apply(role, { remove: [`${metaOf(role)}/${member}`] }));
          const answers = await Promise.all(incomplete);
          answers.forEach((answer, index) => {
            expectNotAccepted(fixture, answer, `a ${role} without ${MEMBERS[index]}`);
          });
        }
      }),
  },
  {
    id: "manager/registration/invalid-endpoint",
    title: 'rejects an endpoint that is not an http or https URL, with the reason "Invalid endpoint"',
    decides: ["LM-REG-07"],
    needs: { first: true },
    steps: [times(2, registrations(6))],
    run: (fixture) =>
      withRegisteredAgents(fixture, async ({ apply }) => {
        for (const role of ["player", "referee"] as const) {
          for (const endpoint of INVALID_ENDPOINTS) {
            const answer = await apply(role, { set: { [`${metaOf(role)}/contact_endpoint`]: endpoint } });
            const who = `a ${role} with the contact_endpoint "${endpoint}"`;
            expectRejected(fixture, answer, who, "Invalid endpoint");
          }
        }
      }),
  },
  {
    id: "manager/registration/league-full",
    title: 'rejects every agent above the configured number, with the reason "League full"',
    decides: ["LM-REG-06"],
    steps: [BEGINNINGS],
    async run(fixture) {
      await skipIfNumbersIgnored(fixture);
      for (const name of SHORTAGE_NAMES) {
        await assertBeginning(fixture, name, "one too many", ({ tooMany }) => {
          const { full, required } = SHORTAGES[name];
          const places = required[`${full}s`];
          const answer = tooMany ?? fixture.notExercised("no agent registered above the configured number");
          expectRejected(fixture, answer, `${full} number ${places + 1} of ${places}`, "League full");
        });
      }
    },
  },
  {
    id: "manager/registration/unsupported-game",
    title: 'rejects an agent that plays no game of the league, with the reason "Unsupported game type"',
    decides: ["LM-REG-07"],
    needs: { first: true },
    steps: [times(2, registrations(4))],
    run: (fixture) =>
      withRegisteredAgents(fixture, async ({ apply }) => {
        for (const role of ["player", "referee"] as const) {
          const answer = await apply(role, { set: { [`${metaOf(role)}/game_types`]: ["tic_tac_toe"] } });
          const who = `a ${role} with the game_types ["tic_tac_toe"]`;
          expectRejected(fixture, answer, who, "Unsupported game type");
        }
      }),
  },
  {
    id: "manager/registration/closed-after-start",
    title: "accepts no agent after the league has started",
    decides: ["LM-REG-09"],
    steps: [DISTURBED_LEAGUES],
    run: (fixture) =>
      assertDisturbance(
        fixture,
        "registrations after the start",
        ["LEAGUE_REGISTER", "REFEREE_REGISTER"],
        ({ lateAgents }) => {
          if (lateAgents.length === 0)
            fixture.notExercised("the league manager did not begin its league", ["LM-START-01"]);
          for (const { peer, when } of lateAgents) {
            const [answer] = peer.registrations;
            // A league manager may have ended with its league.
            const hasEnded = when === "when the league had ended" && answer?.outcome === "failure";
            if (answer !== undefined && !hasEnded)
              expectNotAccepted(fixture, answer, `a ${peer.role} that came ${when}`);
          }
        },
      ),
  },
  {
    id: "manager/registration/at-once",
    title:
      "accepts one agent of a name, and no more than there are places, also when they register at the same moment",
    decides: ["LM-REG-06"],
    steps: [times(2, registrations(4)), BEGINNINGS],
    async run(fixture) {
      skipWithoutOwnLeague(fixture);
      await withWaitingManager(fixture, async ({ league }) => {
        for (const role of ["player", "referee"] as const) {
          const name = `suite-twin-${fixture.random.below(1_000_000_000)}`;
          const twins = await admittedOf(fixture, league, role, () => name);
          if (new Set(twins.map(({ id }) => id)).size < twins.length)
            fixture.notExercised(
              `${role}s that registered at the same moment got the same id (${idsOf(twins)}), so that it is not known how many were admitted`,
              ["LM-REG-03"],
            );
          fixture.expect.that(twins.length <= 1, {
            diagnosis: `of ${AT_ONCE} ${role}s that registered under one display_name at the same moment, ${twins.length} were accepted (${idsOf(twins)}); expected one`,
            expected: 'one ACCEPTED, the others REJECTED with the reason "Duplicate name"',
            received: `${twins.length} accepted`,
          });
        }
      });
      await skipIfNumbersIgnored(fixture);
      await assertBeginning(fixture, "no referee", "concurrentPlayers", ({ concurrentPlayers = [] }) => {
        const places = SHORTAGES["no referee"].required.players;
        if (concurrentPlayers.length === 0)
          fixture.notExercised("none of the players that registered was accepted", ["LM-REG-01"]);
        fixture.expect.that(concurrentPlayers.length <= places, {
          diagnosis: `of ${CONCURRENT_PLAYERS} players that registered at the same moment in a league of ${places}, ${concurrentPlayers.length} were accepted (${idsOf(concurrentPlayers)})`,
          expected: `${places} ACCEPTED, the others REJECTED with the reason "League full"`,
          received: `${concurrentPlayers.length} accepted`,
        });
      });
    },
  },
];

/** Those that were admitted, of so many that register at the same moment. */
async function admittedOf(
  fixture: ManagerFixture,
  league: ManagedLeague,
  role: PeerRole,
  nameOf: (index: number) => string,
): Promise<RegisteredPeer[]> {
  const peers: RegisteredPeer[] = [];
  for (let index = 0; index < AT_ONCE; index += 1) {
    const newAgent = { displayName: nameOf(index), register: false } as const;
    peers.push(await (role === "player" ? league.addPlayer(newAgent) : league.addReferee(newAgent)));
  }
  const answers = await Promise.all(peers.map((peer) => peer.register()));
  const accepted = peers.filter((_, index) => isAcceptedBy(answers[index]));
  if (accepted.length === 0)
    fixture.notExercised(
      `of ${AT_ONCE} ${role}s that registered at the same moment none was accepted (${answers[0] === undefined ? "nothing" : decisionIn(answers[0])})`,
    );
  return accepted;
}

function isAcceptedBy(answer: Parameters<typeof isAccepted>[0] | undefined): boolean {
  return answer !== undefined && isAccepted(answer);
}

function idsOf(peers: readonly RegisteredPeer[]): string {
  return peers.map(({ id }) => id).join(", ");
}
