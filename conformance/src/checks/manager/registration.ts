import { protocol } from "../../contract.js";
import type { ManagerFixture } from "../../fixtures/manager-fixture.js";
import { isObject, show, textOfBytes } from "../../json.js";
import type { PeerRole, RegisteredPeer } from "../../peers/actors/registered-peer.js";
import { EVEN_ODD } from "../../peers/game.js";
import type { LeagueObservation } from "../../peers/observation.js";
import { grantsEach } from "../../rules/league-rules.js";
import { type Judging, rule } from "../../rules/rule.js";
import { times } from "../../time/steps.js";
import type { Check, CheckRow } from "../../types.js";
import { onBehalfOf, type Shown } from "../../verdict.js";
import { disturbedBy } from "./helpers/disturbed-leagues.js";
import { A_LEAGUE, everyLeagueKeeps, registrations } from "./helpers/league-progress.js";
import { skipIfNotAnswered } from "./helpers/league-queries.js";
import {
  leagueOf,
  oneLeague,
  PLAIN_LEAGUE,
  PLAIN_SIZE,
  QUERIED_LEAGUE,
  skipIfNumbersIgnored,
} from "./helpers/leagues.js";
import {
  ADMITS,
  assertAcceptance,
  expectAdmitted,
  expectNotAccepted,
  expectRejected,
  isAccepted,
  metaOf,
  withRegisteredAgents,
  withWaitingManager,
} from "./helpers/registration-helpers.js";
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

const NOT_TAKEN = "A name, a place and an id are taken when an agent has been accepted, not before.";

interface Application {
  /** The member that differs from a valid registration, and its value; without a value it is left out. */
  changed: readonly (readonly [member: string, value?: unknown])[];
  roles?: readonly PeerRole[];
  /** Whether it is admitted, refused, or rejected with this reason. */
  decision: "admitted" | "refused" | { reason: string };
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
    decision: "admitted",
    ownLeague: true,
  },
  {
    id: "manager/registration/names-in-other-letters",
    title: "accepts players whose names differ only in letters outside ASCII",
    decides: ["LM-REG-01"],
    changed: [
      ["display_name", "Жук"],
      ["display_name", "Лис"],
    ],
    roles: ["player"],
    decision: "admitted",
    ownLeague: true,
  },
  {
    id: "manager/registration/several-games",
    title: "accepts agents that also play other games",
    decides: ["LM-REG-01", "LM-REG-02"],
    changed: [["game_types", ["tic_tac_toe", "even_odd"]]],
    decision: "admitted",
    ownLeague: true,
  },
  {
    id: "manager/registration/foreign-endpoint",
    title: "rejects an endpoint on another machine that is not on its allow-list",
    decides: ["LM-REG-08"],
    changed: ENDPOINTS.map((endpoint) => ["contact_endpoint", endpoint]),
    roles: ["player"],
    decision: { reason: "Invalid endpoint" },
    ownLeague: true,
  },
  {
    id: "manager/registration/incomplete-meta",
    title: "accepts no registration whose meta data is incomplete",
    decides: ["LM-REG-09"],
    changed: MEMBERS.map((member) => [member]),
    decision: "refused",
  },
  {
    id: "manager/registration/invalid-endpoint",
    title: 'rejects an endpoint that is not an http or https URL, with the reason "Invalid endpoint"',
    decides: ["LM-REG-07"],
    changed: [
      ["contact_endpoint", "ftp://127.0.0.1:9/mcp"],
      ["contact_endpoint", "no url at all"],
    ],
    decision: { reason: "Invalid endpoint" },
  },
  {
    id: "manager/registration/unsupported-game",
    title: 'rejects an agent that plays no game of the league, with the reason "Unsupported game type"',
    decides: ["LM-REG-07"],
    changed: [["game_types", ["tic_tac_toe"]]],
    decision: { reason: "Unsupported game type" },
  },
];

function ofApplication(application: CheckRow<Application>): Check<ManagerFixture> {
  const { changed, roles = ROLES, decision, ownLeague, ...row } = application;
  const all = roles.flatMap((role) => changed.map(([member, value]) => ({ role, member, value })));
  return {
    ...row,
    ...(ownLeague === true ? {} : { needs: { first: true } }),
    steps: [times(2, registrations(all.length + 1))],
    async run(fixture) {
      if (ownLeague === true) fixture.skipWithoutOwnLeague();
      await withRegisteredAgents(fixture, async ({ newAgent }) => {
        const applied = all.map(async ({ role, member, value: given }) => {
          const peer = await newAgent(role);
          const value = typeof given === "function" ? given(peer) : given;
          const pointer = `${metaOf(role)}/${member}`;
          const change = value === undefined ? { remove: [pointer] } : { set: { [pointer]: value } };
          const how =
            value === undefined ? `without ${member}` : `with the ${member} ${JSON.stringify(value)}`;
          return { role, who: `a ${role} ${how}`, answer: await peer.register(change) };
        });
        for (const { role, who, answer } of await Promise.all(applied)) {
          if (decision === "admitted") expectAdmitted(fixture, answer, who, role);
          else if (decision === "refused") expectNotAccepted(fixture, answer, who);
          else expectRejected(fixture, answer, who, decision.reason);
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
const TWO_LEAGUES = oneLeague([A_LEAGUE], async (fixture) => {
  if (!fixture.canStart) fixture.notExercised("this needs two leagues; use --command");
  const [one, other] = await Promise.all([leagueOf(fixture, PLAIN_SIZE), leagueOf(fixture, PLAIN_SIZE - 1)]);
  return { ...one, value: { seen: one.value.seen, other: other.value.seen } };
});

function withTokens({ players, referees }: LeagueObservation): readonly RegisteredPeer[] {
  return [...referees, ...players].filter(({ token }) => token !== undefined);
}

export const registrationChecks: readonly Check<ManagerFixture>[] = [
  ...ROLES.map((role) => ({
    id: `manager/registration/accepts-${role}s`,
    title: `answers a valid ${role} within 10 s with an id, a token and the league's id`,
    decides: ADMITS[role],
    needs: { first: true as const },
    steps: [times(2, registrations(2))],
    run: (fixture: ManagerFixture) => assertAcceptance(fixture, role),
  })),
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
          const question = `POST /register of a ${agentType}`;
          const http = { path: "/register" };
          const answer = await league.operator.raw(league.manager, body, { question, http });
          const { json, status = 0 } = answer;
          if (status < 200 || status > 299 || !isObject(json) || json.error !== undefined)
            return fixture.notApplicable(`POST /register is not offered (${answer.describe()})`);
          const what = (member: string) => `${member} of the answer to ${question}`;
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
        const { auth_token, league_id, status, reason, ...result } = answer.result;
        const received = { id: result[`${role}_id`], auth_token, league_id };
        const what = `what the ${role} ${String(first.id)} got, which registered again ${when}, with the same name, endpoint and conversation_id, (${show({ status, reason })})`;
        fixture.expect(received, what).is(first);
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
        for (const role of ROLES) {
          const peer = await newAgent(role);
          const first = await peer.register({ set: { [`${metaOf(role)}/game_types`]: ["tic_tac_toe"] } });
          if (isAccepted(first)) fixture.notExercised(`a ${role} that plays another game was accepted`);
          const who = `a ${role} that was refused for its game_types registered again with the right ones and`;
          expectAdmitted(fixture, await peer.register(), who, role, { hint: NOT_TAKEN });
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
    judge({ validRejected, ids }, fixture) {
      const who =
        "a player of another game was rejected, and then a valid player, for which there was a place,";
      const more = { isAdmitted: false, hint: NOT_TAKEN };
      if (validRejected !== undefined) expectAdmitted(fixture, validRejected, who, "player", more);
      // registration/ids-in-order judges ids of another form.
      if (!ids.every((id) => /^P\d+$/.test(id))) return;
      const what = "the ids of the players, the first of all registrations being rejected,";
      onBehalfOf(["LM-REG-04"], () => fixture.expect(ids.toSorted(), what).is(idsInOrder("player", ids)));
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
      await withWaitingManager(fixture, async ({ newAgent }) => {
        for (const role of ROLES) {
          const twins: RegisteredPeer[] = [];
          const name = `suite-twin-${fixture.random.below(1_000_000_000)}`;
          for (let index = 0; index < AT_ONCE; index += 1) twins.push(await newAgent(role, name));
          const answers = await Promise.all(twins.map((peer) => peer.register()));
          const admitted = twins.filter(({ registrations }) => registrations.every(isAccepted));
          const all = `${role}s that registered under one display_name at the same moment`;
          if (admitted.length === 0)
            fixture.notExercised(`of ${AT_ONCE} ${all} none was accepted (${answers[0]?.describe()})`);
          if (new Set(admitted.map(({ id }) => id)).size < admitted.length)
            fixture.notExercised(`${all} got the same id (${idsOf(admitted)})`, ["LM-REG-03"]);
          const what = `how many of ${AT_ONCE} ${all} were accepted (${idsOf(admitted)})`;
          fixture.expect(admitted.length, what).is(1);
        }
      });
      const racing = beginnings("concurrentPlayers", ["no referee"], skipIfNumbersIgnored);
      await racing.judgeEach(fixture, ({ value: { concurrentPlayers = [] } }) => {
        const places = SHORTAGES["no referee"].required.players;
        if (concurrentPlayers.length === 0)
          fixture.notExercised("none of the players that registered was accepted", ["LM-REG-01"]);
        const what = `how many of ${CONCURRENT_PLAYERS} players that registered at the same moment in a league of ${places} were accepted (${idsOf(concurrentPlayers)})`;
        fixture.expect(concurrentPlayers.length, what).isInteger({ max: places });
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
      const { asking, standings, schedule, stats, unentitled, tokenless } = questions;
      const assert = (text: string, what: string, known: unknown, shown: Shown) => {
        const owner = peers.find(({ token = "" }) => token !== known && text.includes(token));
        fixture.expect(owner?.id, `the agent whose auth_token is in ${what}`, shown).isAbsent();
      };
      if (![standings, schedule, stats].some(({ outcome }) => outcome === "message"))
        skipIfNotAnswered(fixture, standings);
      const { token } = asking;
      const answers = [
        { how: `GET_STANDINGS of ${asking.id}`, answer: standings, token },
        { how: `GET_SCHEDULE of ${asking.id}`, answer: schedule, token },
        { how: `GET_PLAYER_STATS of ${asking.id}`, answer: stats, token },
        ...unentitled,
        ...tokenless,
      ];
      for (const { how, answer, token: known } of answers) {
        const text = answer.raw.kind === "reply" ? textOfBytes(answer.raw.body, LENGTH) : "";
        assert(text, `the answer to ${how}`, known, answer);
      }
      for (const sent of seen.sent()) {
        const { to, type = "a message", message } = sent;
        assert(JSON.stringify(message), `${type} to ${to.id}`, to.token, sent);
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
      const hint = "16 random bytes are 32 hexadecimal digits, or 22 characters of base64.";
      for (const { token = "", role } of peers) {
        const what = `the room for random bits in the auth_token of a ${role}, which has ${token.length} characters,`;
        fixture.expect(Math.floor(roomOf(token)), what).isInteger({ min: protocol.tokens.bits }, hint);
      }
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
      const what = `how many different auth_tokens ${tokens.length} agents got`;
      fixture.expect(new Set(tokens).size, what).is(tokens.length);
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
      for (const role of ROLES) {
        const ids = seen[`${role}s`].flatMap(({ id = [] }) => id);
        fixture.expect(ids, "the ids in the order of registration").is(idsInOrder(role, ids));
      }
    },
  }),
];

function idsOf(peers: readonly RegisteredPeer[]): string {
  return peers.map(({ id }) => id).join(", ");
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
  const isOfClock = `whether ${what} is a UUID of version 1 or 6, which is derived from the time and the machine,`;
  expect(OF_THE_CLOCK.test(token), isOfClock).is(false, "A UUID of version 4 is random.");
  const differing = `how many characters of ${what} ("${secret}") differ from those of the other agents`;
  const hint = "Draw each token from a cryptographic source: 16 random bytes are enough.";
  expect(secret.length, differing).isInteger({ min: SHORTEST }, hint);
  expect(known.includes(token), `whether an independent manager gave ${what} too`).is(false);
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

/** As many ids as these, counted from 1. */
function idsInOrder(role: PeerRole, ids: readonly string[]): string[] {
  const { prefix, digits } = protocol.idFormats[role];
  return ids.map((_, index) => `${prefix}${String(index + 1).padStart(digits, "0")}`);
}
