import { protocol } from "../../contract.js";
import type { ManagerFixture } from "../../fixtures/manager-fixture.js";
import { isObject, printable, sameJson, show } from "../../json.js";
import type { PeerRole, RegisteredPeer } from "../../peers/actors/registered-peer.js";
import type { Answer } from "../../peers/exchange/answer.js";
import { EVEN_ODD } from "../../peers/game.js";
import type { ManagedLeague } from "../../peers/managed-league.js";
import type { LeagueObservation } from "../../peers/observation.js";
import { type Judging, type Leagues, rule } from "../../rule.js";
import { grantsEach } from "../../rules/league-rules.js";
import { times } from "../../time/steps.js";
import type { Check, CheckRow } from "../../types.js";
import { onBehalfOf, type Shown } from "../../verdict.js";
import { disturbedBy } from "./helpers/disturbed-leagues.js";
import { A_LEAGUE, everyLeagueKeeps, registrations } from "./helpers/league-progress.js";
import { leagueOf, PLAIN_LEAGUE, QUERIED_LEAGUE, skipIfNumbersIgnored } from "./helpers/leagues.js";
import {
  assertAcceptance,
  decisionIn,
  describeDecision,
  expectAdmitted,
  expectNotAccepted,
  expectRejected,
  isAccepted,
  metaOf,
  withRegisteredAgents,
  withWaitingManager,
} from "./helpers/registration-helpers.js";
import { PLAIN_SIZE } from "./helpers/single-league.js";
import {
  BEGINNING,
  BEGINNINGS,
  beginnings,
  CONCURRENT_PLAYERS,
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

const ROLES = ["player", "referee"] as const;

interface Application {
  /** The member that differs from a valid registration, and its value; without a value it is left out. */
  changed: readonly (readonly [
    member: string,
    value?: unknown,
    ofPeer?: (peer: RegisteredPeer) => unknown,
  ])[];
  roles?: readonly PeerRole[];
  /** The reason of the rejection, if it has a certain one. */
  reason?: string;
  isAdmitted?: true;
  /** The agent may be admitted, and would take a place in the only league of a manager at --url. */
  ownLeague?: true;
}

/** Registrations that differ from a valid one in one member. */
const APPLICATIONS: readonly CheckRow<Application>[] = [
  {
    id: "manager/registration/https-endpoint",
    title: "accepts agents on this machine whose endpoint is an https URL",
    decides: ["LM-REG-01", "LM-REG-02"],
    changed: [["contact_endpoint", ({ url }: RegisteredPeer) => url.replace(/^http:/, "https:")]],
    isAdmitted: true,
    ownLeague: true,
  },
  {
    id: "manager/registration/several-games",
    title: "accepts agents that also play other games",
    decides: ["LM-REG-01", "LM-REG-02"],
    changed: [["game_types", ["tic_tac_toe", "even_odd"]]],
    isAdmitted: true,
    ownLeague: true,
  },
  {
    id: "manager/registration/foreign-endpoint",
    title: "rejects an endpoint on another machine that is not on its allow-list",
    decides: ["LM-REG-08"],
    changed: ENDPOINTS.map((endpoint) => ["contact_endpoint", endpoint]),
    roles: ["player"],
    reason: "Invalid endpoint",
    ownLeague: true,
  },
  {
    id: "manager/registration/incomplete-meta",
    title: "accepts no registration whose meta data is incomplete",
    decides: ["LM-REG-09"],
    changed: MEMBERS.map((member) => [member]),
  },
  {
    id: "manager/registration/invalid-endpoint",
    title: 'rejects an endpoint that is not an http or https URL, with the reason "Invalid endpoint"',
    decides: ["LM-REG-07"],
    changed: [
      ["contact_endpoint", "ftp://127.0.0.1:9/mcp"],
      ["contact_endpoint", "no url at all"],
    ],
    reason: "Invalid endpoint",
  },
  {
    id: "manager/registration/unsupported-game",
    title: 'rejects an agent that plays no game of the league, with the reason "Unsupported game type"',
    decides: ["LM-REG-07"],
    changed: [["game_types", ["tic_tac_toe"]]],
    reason: "Unsupported game type",
  },
];

function ofApplication({
  changed,
  roles = ROLES,
  reason,
  isAdmitted,
  ownLeague,
  ...row
}: CheckRow<Application>): Check<ManagerFixture> {
  return {
    ...row,
    ...(ownLeague === true ? {} : { needs: { first: true } }),
    steps: [times(2, registrations(roles.length * changed.length + 1))],
    async run(fixture) {
      if (ownLeague === true) fixture.skipWithoutOwnLeague();
      await withRegisteredAgents(fixture, async ({ newAgent }) => {
        const all = roles.flatMap((role) => changed.map((one) => ({ role, one })));
        const applied = all.map(async ({ role, one: [member, given] }) => {
          const peer = await newAgent(role);
          const value = typeof given === "function" ? given(peer) : given;
          const pointer = `${metaOf(role)}/${member}`;
          const change = value === undefined ? { remove: [pointer] } : { set: { [pointer]: value } };
          const how =
            value === undefined ? `without ${member}` : `with the ${member} ${JSON.stringify(value)}`;
          return { role, who: `a ${role} ${how}`, answer: await peer.register(change) };
        });
        for (const { role, who, answer } of await Promise.all(applied)) {
          if (isAdmitted === true) expectAdmitted(fixture, answer, who, role);
          else if (reason === undefined) expectNotAccepted(fixture, answer, who);
          else expectRejected(fixture, answer, who, reason);
        }
      });
    },
  };
}

/** Enough for several to arrive between the check of the name and its storing. */
const AT_ONCE = 6;

/** The length of the part of an answer that is searched. */
const LENGTH = 65_536;

/** The maximum number of bits per character of such a text. The first that matches is used. */
const ALPHABETS: readonly (readonly [RegExp, number])[] = [
  [/^\d+$/, Math.log2(10)],
  [/^[\da-f-]+$|^[\dA-F-]+$/, 4],
  [/^[\da-z_-]+$|^[\dA-Z_-]+$/, Math.log2(38)],
];

const ANY = Math.log2(94);

/** Shorter tokens can be found by trying all of them. */
const SHORTEST = 8;

/** Random tokens may have this many characters at their beginning or end in common. */
const COMMON_LENGTH = 2;

/** UUIDs of the versions 1 and 6, which contain the time and the machine. */
const OF_THE_CLOCK = /^[\da-f]{8}-[\da-f]{4}-[16][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;

/** Leagues of two managers, in which some agents have the same names and places. */
const TWO_LEAGUES: Leagues<ManagerFixture, { seen: LeagueObservation; other: LeagueObservation }> = {
  steps: [A_LEAGUE],
  async judgeEach(fixture, judge) {
    if (!fixture.canStart) fixture.notExercised("this needs two leagues; use --command");
    const [one, other] = await Promise.all([
      leagueOf(fixture, PLAIN_SIZE),
      leagueOf(fixture, PLAIN_SIZE - 1),
    ]);
    judge({ ...one, value: { seen: one.value.seen, other: other.value.seen } });
  },
};

function withTokens({ players, referees }: LeagueObservation): readonly RegisteredPeer[] {
  return [...referees, ...players].filter(({ token }) => token !== undefined);
}

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
      fixture.skipWithoutOwnLeague();
      await withWaitingManager(fixture, async ({ league }) => {
        for (const agentType of ["player", "referee"]) {
          const body = {
            display_name: `suite-${agentType}-of-rs-${fixture.random.below(1_000_000_000)}`,
            version: "1.0.0",
            endpoint: "http://127.0.0.1:9/mcp",
            agent_type: agentType,
            supported_game_types: [EVEN_ODD.type],
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
  rule({
    id: "manager/registration/repeated",
    title: "answers a repeated registration as it answered the first, before and after the start",
    decides: ["LM-REG-10"],
    over: disturbedBy("repeated registrations"),
    shows: ["LEAGUE_REGISTER", "REFEREE_REGISTER"],
    judge({ repeated }, fixture) {
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
  }),
  rule({
    id: "manager/registration/one-league-id",
    title: "accepts every agent of a league with an id and a token of its own, and the same league_id",
    decides: ["LM-REG-01", "LM-REG-02", "LM-REG-03", "LM-REG-05"],
    ...everyLeagueKeeps(grantsEach),
    where: ({ league: { players, referees } }) =>
      [...players, ...referees].some(({ grant }) => grant !== undefined),
  }),
  {
    id: "manager/registration/second-try",
    title: "accepts an agent that it has rejected, when it registers correctly",
    decides: ["LM-REG-01", "LM-REG-02"],
    steps: [times(2, registrations(4))],
    async run(fixture) {
      fixture.skipWithoutOwnLeague();
      await withWaitingManager(fixture, async ({ newAgent }) => {
        for (const role of ["player", "referee"] as const) {
          const peer = await newAgent(role);
          const first = await peer.register({ set: { [`${metaOf(role)}/game_types`]: ["tic_tac_toe"] } });
          if (isAccepted(first)) fixture.notExercised(`a ${role} that plays another game was accepted`);
          const second = await peer.register();
          const who = `a ${role} that was refused for its game_types registered again with the right ones and`;
          expectAdmitted(
            fixture,
            second,
            who,
            role,
            "A name is taken when an agent has been accepted under it, not before.",
          );
        }
      });
    },
  },
  rule({
    id: "manager/registration/rejected-take-no-place",
    title: "keeps no place and no id for an agent that it has rejected",
    decides: ["LM-REG-01"],
    over: beginnings("one too many", ["no referee"]),
    shows: BEGINNING,
    judge({ validRejected, ids }, { expect }) {
      expect.that(validRejected === undefined, {
        diagnosis: `a player of another game was rejected, and then a valid player, for which there was a place, ${validRejected === undefined ? "" : describeDecision(validRejected)}; expected status ACCEPTED`,
        expected: "status ACCEPTED",
        received: validRejected === undefined ? "" : decisionIn(validRejected),
      });
      // registration/ids-in-order judges ids of another form.
      if (!ids.every((id) => /^P\d+$/.test(id))) return;
      const due = ids.map((_, index) => `P${String(index + 1).padStart(2, "0")}`);
      onBehalfOf(["LM-REG-04"], () =>
        expect(ids.toSorted(), "the ids of the players, the first of all registrations being rejected,").is(
          due,
        ),
      );
    },
  }),
  {
    id: "manager/registration/duplicate-name",
    title: 'rejects a display_name that is taken, with the reason "Duplicate name"',
    decides: ["LM-REG-06"],
    needs: { first: true },
    steps: [times(2, registrations(8))],
    run: (fixture) =>
      withRegisteredAgents(fixture, async ({ player, referee, apply }) => {
        for (const { role, displayName, url } of [player, referee]) {
          const meta = metaOf(role);
          const name = { [`${meta}/display_name`]: displayName };
          // Another agent registers in between, so that it is not enough to store the last name.
          if (fixture.canStart) await apply(role, {});
          const second = `a second ${role} with the display_name of the first`;
          expectRejected(fixture, await apply(role, { set: name }), second, "Duplicate name");
          // Both are public; only the conversation_id distinguishes the agent itself from another one (LM-REG-10).
          const both = await apply(role, { set: { ...name, [`${meta}/contact_endpoint`]: url } });
          const who = `a ${role} with the display_name and the contact_endpoint of the first, in another conversation,`;
          expectRejected(fixture, both, who, "Duplicate name");
        }
      }),
  },
  rule({
    id: "manager/registration/league-full",
    title: 'rejects every agent above the configured number, with the reason "League full"',
    decides: ["LM-REG-06"],
    over: beginnings("one too many", undefined, skipIfNumbersIgnored),
    shows: BEGINNING,
    judge({ name, tooMany }, fixture) {
      const { full, required } = SHORTAGES[name];
      const places = required[`${full}s`];
      const answer = tooMany ?? fixture.notExercised("no agent registered above the configured number");
      expectRejected(fixture, answer, `${full} number ${places + 1} of ${places}`, "League full");
    },
  }),
  ...APPLICATIONS.map(ofApplication),
  rule({
    id: "manager/registration/closed-after-start",
    title: "accepts no agent after the league has started",
    decides: ["LM-REG-09"],
    over: disturbedBy("registrations after the start"),
    shows: ["LEAGUE_REGISTER", "REFEREE_REGISTER"],
    judge({ lateAgents }, fixture) {
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
  }),
  {
    id: "manager/registration/at-once",
    title:
      "accepts one agent of a name, and no more than there are places, also when they register at the same moment",
    decides: ["LM-REG-06"],
    steps: [times(2, registrations(4)), BEGINNINGS],
    async run(fixture) {
      fixture.skipWithoutOwnLeague();
      await withWaitingManager(fixture, async ({ league }) => {
        for (const role of ["player", "referee"] as const) {
          const name = `suite-twin-${fixture.random.below(1_000_000_000)}`;
          const twins = await admittedOf(fixture, league, role, () => name);
          if (new Set(twins.map(({ id }) => id)).size < twins.length)
            fixture.notExercised(
              `${role}s that registered at the same moment got the same id (${idsOf(twins)}), so that it is not known how many were admitted`,
              ["LM-REG-03"],
            );
          fixture
            .expect(
              twins.length,
              `how many of ${AT_ONCE} ${role}s were accepted (${idsOf(twins)}) that registered under one display_name at the same moment`,
            )
            .is(1);
        }
      });
      const racing = beginnings("concurrentPlayers", ["no referee"], skipIfNumbersIgnored);
      await racing.judgeEach(fixture, ({ value: { concurrentPlayers = [] } }) => {
        const places = SHORTAGES["no referee"].required.players;
        if (concurrentPlayers.length === 0)
          fixture.notExercised("none of the players that registered was accepted", ["LM-REG-01"]);
        fixture
          .expect(
            concurrentPlayers.length,
            `how many of ${CONCURRENT_PLAYERS} players that registered at the same moment in a league of ${places} were accepted (${idsOf(concurrentPlayers)})`,
          )
          .isInteger({ max: places });
      });
    },
  },
  rule({
    id: "manager/registration/tokens-kept",
    title: "sends an agent's token to no other agent, and to no sender without the token",
    decides: ["LM-REG-05", "TRN-SAFE-02"],
    over: QUERIED_LEAGUE,
    shows: ["LEAGUE_QUERY", "RUN_MATCH"],
    judge({ questions, seen }, fixture) {
      const peers = withTokens(seen);
      const { asking, standings, schedule, stats, inventedToken, othersToken, noToken, other } = questions;
      const assert = (text: string, what: string, known: readonly unknown[], shown: Shown) => {
        const owner = peers.find(({ token = "" }) => !known.includes(token) && text.includes(token));
        fixture.expect.that(owner === undefined, {
          diagnosis: `${what} contains the auth_token of ${owner?.id}`,
          expected: "no token of another agent",
          received: text.slice(0, 300),
          shownBy: [shown],
        });
      };
      const isShown = ({ outcome }: Answer) => outcome === "message";
      if (![standings, schedule, stats].some(isShown))
        fixture.notExercised(`the league manager answers no permitted query (${standings.describe()})`, [
          "LM-QRY-01",
        ]);
      const answers: readonly (readonly [string, Answer, readonly unknown[]])[] = [
        ["GET_STANDINGS", standings, [asking.token]],
        ["GET_SCHEDULE", schedule, [asking.token]],
        ["GET_PLAYER_STATS", stats, [asking.token]],
        [`a query in the name of ${asking.id} with an invented token`, inventedToken, []],
        [`a query in the name of ${asking.id} with another player's token`, othersToken, [other.token]],
        [`a query in the name of ${asking.id} without a token`, noToken, []],
      ];
      for (const [what, answer, known] of answers) {
        const text = answer.raw.kind === "reply" ? printable(answer.raw.body, LENGTH) : "";
        assert(text, `the answer to ${what}`, known, answer);
      }
      for (const sent of seen.sent()) {
        const { to, type = "a message", message } = sent;
        assert(JSON.stringify(message), `${type} to ${to.id}`, [to.token], sent);
      }
    },
  }),
  rule({
    id: "manager/registration/tokens-long-enough",
    title: "assigns tokens that are long enough for 128 random bits",
    decides: ["LM-REG-12"],
    over: PLAIN_LEAGUE,
    shows: ["LEAGUE_REGISTER", "REFEREE_REGISTER"],
    judge({ seen }, fixture) {
      const peers = withTokens(seen);
      if (peers.length === 0) fixture.notExercised("no agent got an auth_token", ["LM-REG-01"]);
      for (const { token = "", role } of peers) assert(fixture, token, role);
    },
  }),
  rule({
    id: "manager/registration/tokens-unguessable",
    title: "assigns every agent a token that others cannot compute",
    decides: ["LM-REG-05"],
    over: TWO_LEAGUES,
    shows: ["LEAGUE_REGISTER", "REFEREE_REGISTER"],
    judge({ seen, other }, fixture) {
      const peers = withTokens(seen);
      if (peers.length < 2)
        fixture.notExercised("no two agents got an auth_token", ["LM-REG-01", "LM-REG-02"]);
      const tokens = peers.map(({ token = "" }) => token);
      fixture
        .expect(new Set(tokens).size, `how many different auth_tokens ${tokens.length} agents got`)
        .is(tokens.length);
      const known = withTokens(other).map(({ token }) => token);
      for (const peer of peers) assertUnguessable(fixture, peer, tokens, known);
    },
  }),
  rule({
    id: "manager/registration/ids-in-order",
    title: "assigns the ids P01, P02 … and REF01, REF02 … in the order of registration",
    decides: ["LM-REG-04"],
    over: PLAIN_LEAGUE,
    shows: ["LEAGUE_REGISTER", "REFEREE_REGISTER"],
    judge({ seen }, fixture) {
      for (const peers of [seen.players, seen.referees]) {
        const ids = peers.filter(({ accepted }) => accepted).map(({ id }) => id);
        fixture
          .expect(ids, "the ids in the order of registration")
          .is(ids.map((_, index) => idOf(peers[0], index)));
      }
    },
  }),
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

function assert(fixture: Judging, token: string, role: string): void {
  const bits = Math.floor(roomOf(token));
  fixture
    .expect(
      bits,
      `the room for random bits in the auth_token of a ${role}, which has ${token.length} characters,`,
    )
    .isInteger(
      { min: protocol.tokens.bits },
      "16 random bytes are 32 hexadecimal digits, or 22 characters of base64.",
    );
}

function roomOf(token: string): number {
  const [, bits] = ALPHABETS.find(([alphabet]) => alphabet.test(token)) ?? [undefined, ANY];
  // The separators of a UUID contain no information.
  const signs = bits === 4 ? token.replaceAll("-", "") : token;
  return signs.length * bits;
}

/** @param known the tokens that another manager has given in a league of its own */
function assertUnguessable(
  { expect }: Judging,
  { displayName, id, token = "" }: RegisteredPeer,
  tokens: readonly string[],
  known: readonly unknown[],
): void {
  const secret = secretOf(token, tokens);
  const what = `the auth_token of ${displayName} (${id})`;
  expect.that(!OF_THE_CLOCK.test(token), {
    diagnosis: `${what} is a UUID of version ${token.charAt(14)}, which is derived from the time and the machine, so others can compute it`,
    expected: "a random token",
    received: token,
    hint: "A UUID of version 4 is random; 16 random bytes are enough too.",
  });
  expect.that(secret.length >= SHORTEST, {
    diagnosis: `in ${what} only ${secret.length} characters ("${secret}") differ from those of the other agents`,
    expected: "a random token",
    received: tokens.join(", "),
    hint: "Draw each token from a cryptographic source: 16 random bytes are enough.",
  });
  expect.that(!known.includes(token), {
    diagnosis: `${what} was given by an independent manager too, so others can compute it`,
    expected: "another token in each league",
    received: token,
  });
}

/** The part of a token that differs from other tokens, without a common prefix and suffix that cannot be chance. */
function secretOf(token: string, all: readonly string[]): string {
  const others = all.filter((one) => one !== token);
  const shared = (same: (length: number, other: string) => boolean) => {
    let length = 0;
    while (length < token.length && others.some((other) => same(length + 1, other))) length += 1;
    return length > COMMON_LENGTH ? length : 0;
  };
  const start = shared((length, other) => other.startsWith(token.slice(0, length)));
  const end = shared((length, other) => other.endsWith(token.slice(-length)));
  return token.slice(start, Math.max(start, token.length - end));
}

function idOf(peer: RegisteredPeer | undefined, index: number): string {
  const { prefix, digits } = protocol.idFormats[peer?.role ?? "player"];
  return `${prefix}${String(index + 1).padStart(digits, "0")}`;
}
