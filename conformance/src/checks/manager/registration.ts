import type { ManagerFixture } from "../../fixtures/manager-fixture.js";
import { isObject, sameJson } from "../../json/pointer.js";
import { show } from "../../json/text.js";
import { grantsEach } from "../../peers/league-rules.js";
import { GAME_TYPE } from "../../peers/scripted-manager.js";
import { rule } from "../../rule.js";
import { times } from "../../time/steps.js";
import type { Check } from "../../types.js";
import { onBehalfOf } from "../../verdict.js";
import { assertDisturbance, DISTURBED_LEAGUES } from "./helpers/disturbed-leagues.js";
import { everyLeagueKeeps, registrations } from "./helpers/league-progress.js";
import {
  assertAcceptance,
  decisionIn,
  describeDecision,
  isAccepted,
  metaOf,
  skipWithoutOwnLeague,
  withRegisteredAgents,
  withWaitingManager,
} from "./helpers/registration-helpers.js";

import { assertBeginning, BEGINNINGS } from "./helpers/start-scenarios.js";

const GAMES = ["tic_tac_toe", "even_odd"];

export const registrationChecks: readonly Check<ManagerFixture>[] = [
  {
    id: "manager/registration/accepts-players",
    title: "answers a valid player within 10 s with an id, a token and the league's id",
    decides: ["LM-REG-01"],
    needs: { first: true },
    steps: [times(2, registrations(2))],
    run: (fixture) => assertAcceptance(fixture, "player"),
  },
  {
    id: "manager/registration/accepts-referees",
    title: "answers a valid referee within 10 s with an id, a token and the league's id",
    decides: ["LM-REG-02"],
    needs: { first: true },
    steps: [times(2, registrations(2))],
    run: (fixture) => assertAcceptance(fixture, "referee"),
  },
  {
    id: "manager/registration/http-register",
    title: "gives an id and a token to an agent that registers by POST on /register",
    decides: ["LM-REG-11"],
    steps: [times(2, registrations(3))],
    async run(fixture) {
      skipWithoutOwnLeague(fixture);
      await withWaitingManager(fixture, async ({ league }) => {
        for (const agentType of ["player", "referee"]) {
          const body = {
            display_name: `suite-${agentType}-of-rs-${fixture.random.below(1_000_000_000)}`,
            version: "1.0.0",
            endpoint: "http://127.0.0.1:9/mcp",
            agent_type: agentType,
            supported_game_types: [GAME_TYPE],
          };
          const answer = await league.operator.raw(league.manager, body, {
            question: `POST /register of a ${agentType}`,
            http: { path: "/register" },
          });
          const { json, status = 0 } = answer;
          if (status < 200 || status > 299 || !isObject(json) || json.error !== undefined) {
            return fixture.notApplicable(`POST /register is not offered (${answer.describe()})`);
          }
          const what = (member: string) => `${member} of the answer to POST /register of a ${agentType}`;
          fixture.expect(json.auth_token, what("auth_token")).isText();
          fixture.expect(json.agent_id ?? json[`${agentType}_id`], what("agent_id")).isText();
        }
      });
    },
  },
  {
    id: "manager/registration/repeated",
    title: "answers a repeated registration as it answered the first, before and after the start",
    decides: ["LM-REG-10"],
    steps: [DISTURBED_LEAGUES],
    run: (fixture) =>
      assertDisturbance(
        fixture,
        "repeated registrations",
        ["LEAGUE_REGISTER", "REFEREE_REGISTER"],
        ({ repeated }) => {
          for (const { peer, when, first, answer } of repeated) {
            const { role } = peer;
            const { result } = answer;
            const { auth_token, league_id } = result;
            const received = { id: result[`${role}_id`], auth_token, league_id };
            fixture.expect.that(sameJson(received, first), {
              diagnosis: `the ${role} ${String(first.id)} registered again ${when}, with the same name, endpoint and conversation_id, and got ${show({ status: result.status, reason: result.reason, ...received })}; expected the same id, token and league again`,
              expected: show(first),
              received: show(received),
            });
          }
          if (!repeated.some(({ when }) => when === "after the start"))
            fixture.notExercised("the league manager did not begin its league", ["LM-START-01"]);
        },
      ),
  },
  rule({
    id: "manager/registration/one-league-id",
    title: "accepts every agent of a league with an id and a token of its own, and the same league_id",
    decides: ["LM-REG-01", "LM-REG-02", "LM-REG-03", "LM-REG-05"],
    ...everyLeagueKeeps(grantsEach),
    where: ({ players, referees }) => [...players, ...referees].some(({ grant }) => grant !== undefined),
  }),
  {
    id: "manager/registration/second-try",
    title: "accepts an agent that it has rejected, when it registers correctly",
    decides: ["LM-REG-01", "LM-REG-02"],
    steps: [times(2, registrations(4))],
    async run(fixture) {
      skipWithoutOwnLeague(fixture);
      await withWaitingManager(fixture, async ({ newAgent }) => {
        for (const role of ["player", "referee"] as const) {
          const peer = await newAgent(role);
          const first = await peer.register({ set: { [`${metaOf(role)}/game_types`]: ["tic_tac_toe"] } });
          if (isAccepted(first)) fixture.notExercised(`a ${role} that plays another game was accepted`);
          const second = await peer.register();
          fixture.expect.that(isAccepted(second), {
            diagnosis: `a ${role} that was refused for its game_types registered again with the right ones and ${describeDecision(second)}; expected status ACCEPTED`,
            expected: "status ACCEPTED",
            received: decisionIn(second),
            hint: "A name is taken when an agent has been accepted under it, not before.",
          });
        }
      });
    },
  },
  {
    id: "manager/registration/rejected-take-no-place",
    title: "keeps no place and no id for an agent that it has rejected",
    decides: ["LM-REG-01"],
    steps: [BEGINNINGS],
    run: (fixture) =>
      assertBeginning(fixture, "no referee", "one too many", ({ validRejected, ids }) => {
        fixture.expect.that(validRejected === undefined, {
          diagnosis: `a player of another game was rejected, and then a valid player, for which there was a place, ${validRejected === undefined ? "" : describeDecision(validRejected)}; expected status ACCEPTED`,
          expected: "status ACCEPTED",
          received: validRejected === undefined ? "" : decisionIn(validRejected),
        });
        // registration/ids-in-order judges ids of another form.
        if (!ids.every((id) => /^P\d+$/.test(id))) return;
        const due = ids.map((_, index) => `P${String(index + 1).padStart(2, "0")}`);
        onBehalfOf(["LM-REG-04"], () =>
          fixture
            .expect(ids.toSorted(), "the ids of the players, the first of all registrations being rejected,")
            .is(due),
        );
      }),
  },
  {
    id: "manager/registration/https-endpoint",
    title: "accepts agents on this machine whose endpoint is an https URL",
    decides: ["LM-REG-01", "LM-REG-02"],
    steps: [times(2, registrations(4))],
    async run(fixture) {
      if (!fixture.canStart)
        fixture.notExercised("an agent that it admits would take a place in the only league");
      await withRegisteredAgents(fixture, async ({ newAgent }) => {
        for (const role of ["player", "referee"] as const) {
          const peer = await newAgent(role);
          const endpoint = peer.endpoint.url.replace(/^http:/, "https:");
          const answer = await peer.register({ set: { [`${metaOf(role)}/contact_endpoint`]: endpoint } });
          fixture.expect.that(isAccepted(answer), {
            diagnosis: `a ${role} with the contact_endpoint "${endpoint}" ${describeDecision(answer)}; expected status ACCEPTED`,
            expected: "status ACCEPTED",
            received: decisionIn(answer),
            clauses: [role === "player" ? "LM-REG-01" : "LM-REG-02"],
          });
        }
      });
    },
  },
  {
    id: "manager/registration/several-games",
    title: "accepts agents that also play other games",
    decides: ["LM-REG-01", "LM-REG-02"],
    steps: [times(2, registrations(4))],
    async run(fixture) {
      if (!fixture.canStart)
        fixture.notExercised("an agent that it admits would take a place in the only league");
      await withRegisteredAgents(fixture, async ({ apply }) => {
        for (const role of ["player", "referee"] as const) {
          const answer = await apply(role, { set: { [`${metaOf(role)}/game_types`]: GAMES } });
          fixture.expect.that(isAccepted(answer), {
            diagnosis: `a ${role} with the game_types ${JSON.stringify(GAMES)}, the league's among them, ${describeDecision(answer)}; expected status ACCEPTED`,
            expected: "status ACCEPTED",
            received: decisionIn(answer),
          });
        }
      });
    },
  },
];
