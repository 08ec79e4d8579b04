import { deadlineOf, retryPause } from "../../contract.js";
import type { PlayerFixture } from "../../fixtures/member-fixtures.js";
import { type JsonObject, show, valueAt } from "../../json.js";
import { MalformedReplies } from "../../negatives/negatives.js";
import type { Answer } from "../../peers/exchange/answer.js";
import { rule } from "../../rules/rule.js";
import { registrationTimeout } from "../../time/protocol-deadlines.js";
import { answersTo, times } from "../../time/steps.js";
import type { Check } from "../../types.js";
import { CheckFailure } from "../../verdict.js";
import {
  CLOSED,
  endingOf,
  LATE_ANSWER,
  launchUnregistered,
  registering,
  registrationRules,
} from "../helpers/registration-rules.js";
import { RESTART_MS, restartedAgent } from "../helpers/restarted-agent.js";
import {
  chosen,
  endMatches,
  expectJoin,
  inMatch,
  isJoin,
  matches,
  newReferee,
} from "./helpers/match-steps.js";

/** "Any address of this machine": for listening only; from another machine it reaches no agent. */
const UNSPECIFIED_ADDRESSES = ["0.0.0.0", "[::]"];

const deadline = deadlineOf("LEAGUE_REGISTER_REQUEST");

/** Without these members a response accepts no player, which will try again or end. */
const DECISIVE = ["/status", "/player_id"];

/** Between two attempts to register, the longest of the pauses that the contract proposes. */
const NEXT_ATTEMPT_MS = 2 * retryPause("LEAGUE_REGISTER_REQUEST", 2);

interface MalformedResponse {
  /** It tried again when the connection was closed. */
  repeatsRegistration: boolean;
  /** The fault in the response, and the number of faults tried. */
  sent: readonly string[];
  note: string;
  /** The outcome of a match after the last attempt was accepted; undefined without one. */
  joined: Answer | undefined;
  /** "was still running" or how it ended, for a diagnosis. */
  exitStatus: string;
}

/** A closed connection, then a malformed answer, then an acceptance and an invitation. */
const MALFORMED_RESPONSE = registering<PlayerFixture, MalformedResponse>(
  "the connection of a player was closed, and its next request answered with a malformed response",
  [
    [registrationTimeout(), registrationTimeout(), NEXT_ATTEMPT_MS, deadlineOf("GAME_INVITATION")],
    // A player that does not try again is started once more, and not answered.
    times(3, deadline),
  ],
  async (fixture) => {
    const replies = new MalformedReplies("LEAGUE_REGISTER_RESPONSE", fixture.random, DECISIVE);
    const sent: string[] = [];
    const { instance, attempt } = await launchUnregistered(fixture, ({ manager }, one, index, grant) => {
      if (index === 0) return CLOSED;
      // A response that is no acceptance must not be stored as one.
      return index === 1 ? replies.next(manager.accept({ ...one }, grant), sent) : manager.accept(one, grant);
    });
    const repeatsRegistration = (await attempt(2, registrationTimeout())) !== undefined;
    const isAccepted = repeatsRegistration && (await attempt(3, NEXT_ATTEMPT_MS)) !== undefined;
    const { agent: player, league } = instance;
    const referee = league.referee(fixture.form.knownReferee ?? "REF01");
    const joined = isAccepted ? await league.match({}, referee).invite(player) : undefined;
    return {
      repeatsRegistration,
      sent,
      note: replies.note("player"),
      joined,
      exitStatus: endingOf(player).exitStatus,
    };
  },
);

/** Whether the player retries after a missing answer, another sign of an unreachable league manager. */
async function retriesAfterTimeout(fixture: PlayerFixture): Promise<boolean> {
  const { attempt } = await launchUnregistered(fixture, ({ manager }, one, index, grant) =>
    index === 0 ? { http: { kind: "never" } } : manager.accept(one, grant),
  );
  return (await attempt(2, 2 * deadline)) !== undefined;
}

export const registrationChecks: readonly Check<PlayerFixture>[] = [
  /** The registration was sent before this check; the match shows that it is this player's. */
  {
    id: "player/registration/complete-meta",
    title: "sends player_meta with display_name, version, game_types and contact_endpoint",
    decides: ["PLY-REG-02"],
    steps: [answersTo("GAME_INVITATION", "GAME_OVER")],
    async run(fixture) {
      const message = fixture.registered.registration?.message;
      fixture.note(`it had registered with ${JSON.stringify(message)}`);
      await inMatch(fixture, async () => undefined);
      const meta = fixture.expect(message?.player_meta, "player_meta of LEAGUE_REGISTER_REQUEST");
      meta.isObject();
      for (const member of ["/display_name", "/version", "/contact_endpoint", "/game_types/0"])
        meta.at(member).isText();
      const games = valueAt(message, "/player_meta/game_types");
      fixture.expect.that(Array.isArray(games) && games.includes(fixture.game.type), {
        diagnosis: `game_types of its player_meta is ${show(games)}; expected a list with "${fixture.game.type}", the game of the league`,
        expected: `["${fixture.game.type}"]`,
        received: show(games),
      });
      const endpoint = String(valueAt(message, "/player_meta/contact_endpoint"));
      const host = URL.canParse(endpoint) ? new URL(endpoint).hostname : "";
      fixture.expect.that(!UNSPECIFIED_ADDRESSES.includes(host), {
        diagnosis: `the player registered the endpoint ${endpoint}; ${host} is where it listens, not where others reach it`,
        expected: `an endpoint that others can call, such as ${fixture.player.url}`,
        received: endpoint,
      });
      const version = valueAt(message, "/player_meta/protocol_version");
      const what = "protocol_version of its player_meta";
      if (version !== undefined && version !== null)
        fixture.expect(version, what).matches(/^([2-9]|[1-9]\d+)\./, "2.0.0 or later");
    },
  },
  /** The manager calls the endpoint before it answers the registration. Any HTTP reply is accepted. */
  rule({
    id: "player/registration/listens-first",
    title: "answers at its endpoint before it registers it",
    decides: ["PLY-REG-03"],
    needs: { command: true },
    over: LATE_ANSWER,
    judge({ endpoint: answer }, { expect }) {
      expect.answer(answer, answer.raw.kind === "reply", "an HTTP reply", {
        what: "while its registration was open, a call of its endpoint",
        hint: "Open the port first, then register.",
      });
    },
  }),
  {
    id: "player/registration/registers",
    title: "registers itself with a name and the endpoint at which it serves",
    decides: ["PLY-REG-01"],
    steps: [answersTo("GAME_INVITATION", "GAME_INVITATION", "GAME_OVER")],
    async run(fixture) {
      const { player, league, expect, canStart } = fixture;
      const { registration } = player;
      if (registration === undefined && !canStart)
        fixture.notExercised("the player was running before, and has not registered here");
      expect.that(registration !== undefined, {
        diagnosis:
          "the player was started with the address of its league manager, but sent it no LEAGUE_REGISTER_REQUEST",
        expected: "LEAGUE_REGISTER_REQUEST",
        received: "nothing",
      });
      expect(registration?.displayName, "the name in the registration (player_meta.display_name)").isText();
      const what = "the endpoint in the registration (player_meta.contact_endpoint)";
      expect(registration?.endpoint, what).isText();

      // A twin control: the same invitation to the registered endpoint, and to the address at which it was started.
      const { id, name, identity, variables, url } = player;
      const there = { id, name, identity, variables, url: registration?.endpoint ?? url };
      const atEndpoint = league.match({}, newReferee(fixture));
      const found = URL.canParse(there.url) ? await atEndpoint.invite(there) : undefined;
      await endMatches(fixture, atEndpoint);
      // A refusal is an answer of the player; an HTTP error or no answer is not.
      const serves =
        found !== undefined &&
        (isJoin(found) || (found.outcome === "refusal" && found.refusal.form !== "http"));
      if (!serves) await inMatch(fixture, async () => undefined);
      if (!serves && there.url === url)
        fixture.notExercised("an invitation to where the player was started got no answer either", [
          "PLY-JOIN-01",
        ]);
      expect.that(serves, {
        diagnosis: `the player serves at ${url}, but an invitation to the endpoint that it registered, ${there.url}, got ${found?.describe() ?? "no URL"}`,
        expected: `an endpoint that serves, such as ${url}`,
        received: there.url,
      });
    },
  },
  /** The suite assigns ids that cannot be guessed. The checks of joins and choices judge a missing player_id. */
  {
    id: "player/registration/uses-assigned-id",
    title: "names itself by the player_id that the league manager gave it",
    decides: ["PLY-REG-07"],
    steps: [matches(1)],
    async run(fixture) {
      const { id } = fixture.registered;
      await inMatch(fixture, async (match) => {
        const own = `the league manager gave it ${id}`;
        const assertOwnName = (answered: JsonObject) => {
          const about = (member: string) =>
            fixture.expect(answered[member], `${member} of ${String(answered.message_type)}`);
          // A player that answers for the opponent breaks the clauses about joins and choices.
          const isItsOwn = answered.player_id !== undefined && answered.player_id !== match.opponent;
          if (isItsOwn) about("player_id").is(id, own);
          if (answered.sender !== undefined) about("sender").isOneOf([`player:${id}`, id], own);
        };
        // First: a player that knows itself by another id refuses the call for its choice.
        assertOwnName(match.joined.result);
        assertOwnName(await chosen(fixture, match));
      });
    },
  },
  rule({
    id: "player/registration/tries-again",
    title: "tries again when the league manager closes the connection on its registration",
    decides: ["PLY-REG-04"],
    needs: { command: true },
    over: MALFORMED_RESPONSE,
    async afterwards([{ repeatsRegistration, exitStatus }], fixture) {
      if (!repeatsRegistration && (await retriesAfterTimeout(fixture))) {
        throw new CheckFailure({
          diagnosis: `the league manager closed the connection on its registration, and the player ${exitStatus} without trying again, as it does when no answer comes`,
          expected: "a second LEAGUE_REGISTER_REQUEST",
          received: exitStatus,
          clauses: ["PLY-REG-05"],
        });
      }
      fixture.expect.that(repeatsRegistration, {
        diagnosis: `the league manager closed the connection on its registration; the player did not try again within ${registrationTimeout()} ms and ${exitStatus}`,
        expected: "a second LEAGUE_REGISTER_REQUEST",
        received: exitStatus,
      });
    },
  }),
  /** No clause says whether such a response ends the player or counts as an acceptance. */
  rule({
    id: "player/registration/malformed-response",
    title: "joins when it was accepted after a malformed response to its registration",
    decides: ["PLY-ERR-03"],
    needs: { command: true },
    over: MALFORMED_RESPONSE,
    judge({ repeatsRegistration, sent, note, joined, exitStatus }, about) {
      const what = `its registration was answered with a response in which ${sent.join(", then ")}`;
      if (!repeatsRegistration)
        about.notExercised(`the player ${exitStatus} without a second attempt`, ["PLY-REG-04"]);
      if (joined === undefined)
        return about.notApplicable(
          `${what}, and the player ${exitStatus} without another attempt, as it may`,
        );
      about.note(note);
      expectJoin(about, joined, `${what}, the next one with its acceptance, and then the invitation`);
    },
  }),
  ...registrationRules("player", {
    retries: "PLY-REG-05",
    rejection: "PLY-REG-06",
    end: "PLY-REG-09",
  }),
  {
    id: "player/restart/goes-on",
    title: "keeps its id and token when it is killed and started again, also in the match that it was in",
    decides: ["PLY-KEEP-02", "PLY-KEEP-03"],
    needs: { command: true, last: true },
    unusual: "restart",
    steps: [RESTART_MS, answersTo("GAME_INVITATION", "GAME_INVITATION", "CHOOSE_PARITY_CALL")],
    async run(fixture) {
      const { expect, player, league, restart } = fixture;
      const again = restartedAgent(fixture, player, league.manager);
      const match = league.match();
      if ((await match.invite(player)).outcome !== "message")
        fixture.notExercised("the player does not join", ["PLY-REG-01", "PLY-JOIN-01"]);
      await restart();
      await again.settled();
      const joined = await match.invite(player);
      expect.answer(joined, joined.outcome === "message", "GAME_JOIN_ACK", {
        what: "when the player had been killed and started again, the invitation, repeated for the match that it was in,",
      });
      again.assert();
      const what = "of the GAME_JOIN_ACK after the player was started again";
      if (joined.result.player_id !== undefined)
        expect(joined.result.player_id, `player_id ${what}`).is(player.id);
      expect(joined.result.auth_token, `auth_token ${what}`).is(player.token);
      const chosen = await match.askChoice(player);
      expect.answer(chosen, chosen.outcome === "message", "CHOOSE_PARITY_RESPONSE", {
        what: "when it had been killed, started again and invited again, the call for its choice",
      });
      await match.gameOver(player);
    },
  },
];
