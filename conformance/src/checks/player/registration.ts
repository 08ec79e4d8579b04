import { deadlineOf } from "../../contract.js";
import type { PlayerFixture } from "../../fixtures/player-fixture.js";
import { valueAt } from "../../json/pointer.js";
import { show } from "../../json/text.js";
import { GAME_TYPE } from "../../peers/scripted-manager.js";
import { answersTo, times } from "../../time/steps.js";
import type { Check } from "../../types.js";
import {
  chosen,
  endMatches,
  inMatch,
  isJoin,
  joined,
  matches,
  newReferee,
  noteEnd,
  outcomeOf,
} from "./helpers/match-steps.js";
import { lateAnswer } from "./helpers/registration-scenarios.js";

/** "Any address of this machine": for listening only; from another machine it reaches no agent. */
const UNSPECIFIED_ADDRESSES = ["0.0.0.0", "[::]"];

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
      fixture.expect.that(Array.isArray(games) && games.includes(GAME_TYPE), {
        diagnosis: `game_types of its player_meta is ${show(games)}; expected a list with "${GAME_TYPE}", the game of the league`,
        expected: `["${GAME_TYPE}"]`,
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
  {
    id: "player/registration/listens-first",
    title: "answers at its endpoint before it registers it",
    decides: ["PLY-REG-03"],
    needs: { command: true },
    steps: [times(2, deadlineOf("LEAGUE_REGISTER_REQUEST"))],
    async run(fixture) {
      const { endpoint: answer } = await lateAnswer(fixture);
      fixture.expect.that(answer.raw.kind === "reply", {
        diagnosis: `while its registration was open, its endpoint answered a call with ${answer.describe()}; expected any HTTP reply`,
        expected: "an HTTP reply",
        received: answer.describe(),
        hint: "Open the port first, then register.",
      });
    },
  },
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
      expect(
        registration?.endpoint,
        "the endpoint in the registration (player_meta.contact_endpoint)",
      ).isText();

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
  {
    id: "player/registration/sends-token",
    title: "puts its assigned token into every message, replies included",
    decides: ["PLY-REG-08"],
    steps: [matches(1), answersTo("LEAGUE_STANDINGS_UPDATE")],
    async run(fixture) {
      const { registered: player, league } = fixture;
      const match = await joined(fixture);
      const choice = await chosen(fixture, match);
      const over = await match.gameOver(player, outcomeOf(fixture, match));
      noteEnd(fixture, match);
      const standings = await league.standingsUpdate(player);
      const acknowledgements = [over, standings].flatMap((answer) =>
        answer.outcome === "message" ? [answer.result] : [],
      );
      // An answer without a message_type is an acknowledgement, and no message.
      const messages = [
        match.joined.result,
        choice,
        ...acknowledgements.filter(({ message_type }) => message_type !== undefined),
      ];
      for (const message of messages)
        fixture.expect(message.auth_token, `auth_token of ${String(message.message_type)}`).is(player.token);
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
        for (const answered of [match.joined.result, await chosen(fixture, match)]) {
          const about = (member: string) =>
            fixture.expect(answered[member], `${member} of ${String(answered.message_type)}`);
          // A player that answers for the opponent breaks the clauses about joins and choices.
          const isItsOwn = answered.player_id !== undefined && answered.player_id !== match.opponent;
          if (isItsOwn) about("player_id").is(id, own);
          if (answered.sender !== undefined) about("sender").isOneOf([`player:${id}`, id], own);
        }
      });
    },
  },
];
