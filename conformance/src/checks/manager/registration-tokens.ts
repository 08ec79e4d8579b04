import { protocol } from "../../contract.js";
import type { ManagerFixture } from "../../fixtures/manager-fixture.js";
import { printable } from "../../json/text.js";
import type { Answer } from "../../peers/answer.js";
import type { RegisteredPeer } from "../../peers/registered-peer.js";
import { times } from "../../time/steps.js";
import type { Check } from "../../types.js";
import { A_LEAGUE, registrations } from "./helpers/league-progress.js";
import { QUERIES } from "./helpers/league-queries.js";
import { leagueOf, plainLeague, queriedLeague } from "./helpers/leagues.js";
import { requireAccepted, skipWithoutOwnLeague, withWaitingManager } from "./helpers/registration-helpers.js";
import { PLAIN_SIZE } from "./helpers/single-league.js";

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

const AGENTS = 4;

/** UUIDs of the versions 1 and 6, which contain the time and the machine. */
const OF_THE_CLOCK = /^[\da-f]{8}-[\da-f]{4}-[16][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;

const OF_EACH_ROLE = 5;

export const registrationTokensChecks: readonly Check<ManagerFixture>[] = [
  {
    id: "manager/registration/tokens-kept",
    title: "sends an agent's token to no other agent, and to no sender without the token",
    decides: ["LM-REG-05", "TRN-SAFE-02"],
    steps: [A_LEAGUE, QUERIES],
    async run(fixture) {
      fixture.look(await queriedLeague(fixture), ["LEAGUE_QUERY", "RUN_MATCH"], ({ questions, seen }) => {
        const peers = [...seen.players, ...seen.referees].filter(({ token }) => token !== undefined);
        const { asking, standings, schedule, stats, inventedToken, othersToken, noToken, other } = questions;
        const assert = (text: string, what: string, known: readonly unknown[]) => {
          const owner = peers.find(({ token = "" }) => !known.includes(token) && text.includes(token));
          fixture.expect.that(owner === undefined, {
            diagnosis: `${what} contains the auth_token of ${owner?.id}`,
            expected: "no token of another agent",
            received: text.slice(0, 300),
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
          assert(text, `the answer to ${what}`, known);
        }
        for (const { to, type = "a message", message } of seen.sent())
          assert(JSON.stringify(message), `${type} to ${to.id}`, [to.token]);
      });
    },
  },
  {
    id: "manager/registration/tokens-long-enough",
    title: "assigns tokens that are long enough for 128 random bits",
    decides: ["LM-REG-12"],
    steps: [A_LEAGUE],
    async run(fixture) {
      const league = await plainLeague(fixture);
      fixture.look(league, ["LEAGUE_REGISTER", "REFEREE_REGISTER"], ({ seen }) => {
        const peers = [...seen.players, ...seen.referees].filter(({ token }) => token !== undefined);
        if (peers.length === 0) fixture.notExercised("no agent got an auth_token", ["LM-REG-01"]);
        for (const { token = "", role } of peers) assert(fixture, token, role);
      });
    },
  },
  {
    id: "manager/registration/tokens-unguessable",
    title: "assigns every agent a token that others cannot compute",
    decides: ["LM-REG-05"],
    steps: [A_LEAGUE, registrations(2 * (AGENTS + 1))],
    async run(fixture) {
      if (!fixture.canStart) fixture.notExercised("this needs two leagues; use --command");
      await fixture.sharedThenAlone(async (alone) => {
        const join = alone ? newcomers : playing;
        const [one, other] = await Promise.all([join(fixture, PLAIN_SIZE), join(fixture, PLAIN_SIZE - 1)]);
        assertTokens(fixture, one, other);
      });
    },
  },
  {
    id: "manager/registration/ids-distinct",
    title: "assigns every agent a unique id, also for concurrent registrations",
    decides: ["LM-REG-03"],
    steps: [times(2, registrations(2))],
    async run(fixture) {
      skipWithoutOwnLeague(fixture);
      await withWaitingManager(fixture, async ({ newAgent }) => {
        const roles = Array.from({ length: OF_EACH_ROLE }, () => ["player", "referee"] as const).flat();
        const peers = await Promise.all(roles.map(newAgent));
        await Promise.all(peers.map((peer) => peer.register()));
        const accepted = peers.filter((peer) => peer.accepted);
        for (const role of ["player", "referee"] as const) {
          if (!peers.some((peer, index) => peer.accepted && roles[index] === role))
            fixture.notExercised(
              `of ${roles.length} registrations at the same time, no ${role}'s was accepted`,
              ["LM-REG-01", "LM-REG-02"],
            );
        }
        const ids = accepted.map(({ id }) => id);
        if (ids.some((id) => id === ""))
          fixture.notExercised("an agent that was accepted got no id", ["LM-REG-01", "LM-REG-02"]);
        fixture.expect.that(new Set(ids).size === ids.length, {
          diagnosis: `agents that registered at the same time got the ids ${ids.join(", ")}; two of them are the same`,
          expected: "a different id for each agent",
          received: ids.join(", "),
        });
      });
    },
  },
  {
    id: "manager/registration/ids-in-order",
    title: "assigns the ids P01, P02 … and REF01, REF02 … in the order of registration",
    decides: ["LM-REG-04"],
    steps: [A_LEAGUE],
    async run(fixture) {
      const league = await plainLeague(fixture);
      fixture.look(league, ["LEAGUE_REGISTER", "REFEREE_REGISTER"], ({ seen }) => {
        for (const peers of [seen.players, seen.referees]) {
          const ids = peers.filter(({ accepted }) => accepted).map(({ id }) => id);
          fixture
            .expect(ids, "the ids in the order of registration")
            .is(ids.map((_, index) => idOf(peers[0], index)));
        }
      });
    },
  },
];

function assert(fixture: ManagerFixture, token: string, role: string): void {
  const bits = Math.floor(roomOf(token));
  fixture.expect.that(bits >= protocol.tokens.bits, {
    diagnosis: `the auth_token of a ${role} has ${token.length} characters, which is room for ${bits} random bits; expected at least ${protocol.tokens.bits}`,
    expected: `${protocol.tokens.bits} bits`,
    received: `${bits} bits`,
    hint: "16 random bytes are 32 hexadecimal digits, or 22 characters of base64.",
  });
}

function roomOf(token: string): number {
  const [, bits] = ALPHABETS.find(([alphabet]) => alphabet.test(token)) ?? [undefined, ANY];
  // The separators of a UUID contain no information.
  const signs = bits === 4 ? token.replaceAll("-", "") : token;
  return signs.length * bits;
}

function assertTokens(
  fixture: ManagerFixture,
  one: readonly RegisteredPeer[],
  other: readonly RegisteredPeer[],
): void {
  const tokens = one.map(({ token }) => token ?? "");
  fixture.expect.that(new Set(tokens).size === tokens.length, {
    diagnosis: `of ${tokens.length} agents, two or more got the same auth_token`,
    expected: "a different token for each agent",
    received: tokens.join(", "),
  });
  const secrets = tokens.map((token) => secretOf(token, tokens));
  one.forEach(({ displayName, id }, index) => {
    const secret = secrets[index] ?? "";
    fixture.expect.that(!OF_THE_CLOCK.test(tokens[index] ?? ""), {
      diagnosis: `the auth_token of ${displayName} (${id}) is a UUID of version ${(tokens[index] ?? "").charAt(14)}, which is derived from the time and the machine, so others can compute it`,
      expected: "a random token",
      received: tokens[index] ?? "none",
      hint: "A UUID of version 4 is random; 16 random bytes are enough too.",
    });
    fixture.expect.that(secret.length >= SHORTEST, {
      diagnosis: `in the auth_token of ${displayName} (${id}) only ${secret.length} characters ("${secret}") differ from those of the other agents`,
      expected: "a random token",
      received: tokens.join(", "),
      hint: "Draw each token from a cryptographic source: 16 random bytes are enough.",
    });
    fixture.expect.that(other[index]?.token !== tokens[index], {
      diagnosis: `${displayName} (${id}) got the same auth_token from two independent managers, so others can compute it`,
      expected: "another token in each league",
      received: tokens[index] ?? "none",
    });
  });
}

/** The first agents of a shared league, and its second referee, if any: their names and order are the same in each league. */
async function playing(fixture: ManagerFixture, players: number): Promise<readonly RegisteredPeer[]> {
  return fixture.look(await leagueOf(fixture, players), ["LEAGUE_REGISTER", "REFEREE_REGISTER"], ({ seen }) =>
    withTokens(fixture, [
      ...seen.referees.slice(0, 1),
      ...seen.players.slice(0, AGENTS - 1),
      ...seen.referees.slice(1, 2),
    ]),
  );
}

/** Registers the same agents, one after the other, at a new manager. */
async function newcomers(fixture: ManagerFixture): Promise<readonly RegisteredPeer[]> {
  const purpose = "the same agents at two managers";
  const { league } = await fixture.league({ players: 8, referees: 4, register: false, purpose });
  const peers = [requireAccepted(fixture, await league.addReferee())];
  while (peers.length < AGENTS) peers.push(requireAccepted(fixture, await league.addPlayer()));
  peers.push(requireAccepted(fixture, await league.addReferee()));
  return withTokens(fixture, peers);
}

function withTokens(fixture: ManagerFixture, peers: readonly RegisteredPeer[]): readonly RegisteredPeer[] {
  const tokenless = peers.find(({ token }) => token === undefined);
  if (tokenless !== undefined)
    fixture.notExercised(`${tokenless.displayName} got no auth_token`, ["LM-REG-01", "LM-REG-02"]);
  return peers;
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
