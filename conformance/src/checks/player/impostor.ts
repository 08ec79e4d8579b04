import type { PlayerFixture } from "../../fixtures/member-fixtures.js";
import { LOOK_ALIKES, REFUSED_LOOK_ALIKE } from "../../peers/actors/other-runs.js";
import { answersTo, times } from "../../time/steps.js";
import type { Check } from "../../types.js";
import { RETRIES } from "./error.js";
import {
  chosen,
  expectCallRefused,
  expectChoice,
  expectJoin,
  inMatch,
  invited,
  isChoice,
  matches,
  newReferee,
  notifications,
  outcomeOf,
  provesNothing,
  refusesCalls,
  skipUnlessPlaying,
  type WrongCall,
} from "./helpers/match-steps.js";

const EMPTY = "auth_token (empty)";

/** The codes for an empty token: it is wrong, missing, or too short for the schema. */
const AS_EMPTY = ["E011", "E012", -32_602];

/** Tokens that are similar to the referee's. */
const TOKENS: readonly (readonly [differ: string, forged: (token: string) => string | undefined])[] = [
  ["auth_token", () => undefined],
  ["auth_token (another last letter)", (token) => token.slice(0, -1) + (token.endsWith("0") ? "1" : "0")],
  ["auth_token (the first half alone)", (token) => token.slice(0, token.length / 2)],
  ["auth_token (with a letter behind it)", (token) => `${token}0`],
  ["auth_token (in capitals)", (token) => token.toUpperCase()],
  [EMPTY, () => ""],
];

const NO_REFEREES = [
  { sender: "player:P02", because: ["E012"] },
  { sender: "x:REF01", because: REFUSED_LOOK_ALIKE },
] as const;

const FINAL = { retry_info: RETRIES, consequence: "The match is a technical loss." };

/** The time for a message that may be sent after the last answer. */
const AFTERWARDS_MS = 500;

const NO_TOKEN = { remove: ["/auth_token"] };

const ANNOUNCED = ["ROUND_ANNOUNCEMENT", "LEAGUE_STANDINGS_UPDATE", "ROUND_COMPLETED"] as const;

export const impostorChecks: readonly Check<PlayerFixture>[] = [
  /** Twin controls: the same call from the referee that invited. With another name, its token is a stolen one. */
  refusesCalls({
    id: "player/impostor/call-from-other-sender",
    title:
      "refuses a call for its choice from another sender, under another name, or with another token, with E012",
    decides: ["PLY-AUTH-01"],
    calls: [
      {
        differ: "sender and auth_token",
        because: ["E012"],
        send: (match, { league, player }) => match.askChoice(player, {}, league.impostor("REF00")),
      },
      ...["referee:REF00", "league_manager"].map(
        (sender): WrongCall => ({
          differ: `sender (${sender})`,
          because: ["E012"],
          send: (match, { league, player }) =>
            match.askChoice(
              player,
              {},
              league.impostor("REF00", { sender, token: match.referee.token ?? "" }),
            ),
        }),
      ),
      ...TOKENS.map(
        ([differ, forged]): WrongCall => ({
          differ,
          because: differ === EMPTY ? AS_EMPTY : ["E012"],
          send(match, { league, player }) {
            const { sender, token = "" } = match.referee;
            const stolen = forged(token);
            const own = stolen === undefined ? {} : { token: stolen };
            return match.askChoice(player, {}, league.impostor("impostor", { sender, ...own }));
          },
        }),
      ),
    ],
  }),
  /** A twin control: a GAME_ERROR of the player's own referee may also have an effect, which then proves nothing. */
  {
    id: "player/impostor/error-from-other-sender",
    title: "chooses after a GAME_ERROR from a sender that is not the referee of its match",
    decides: ["PLY-AUTH-01"],
    steps: [matches(3), notifications(2)],
    async run(fixture) {
      const { player, league } = fixture;
      await skipUnlessPlaying(fixture);
      await inMatch(fixture, async (match) => {
        await match.gameError(player, FINAL);
        const answer = await match.askChoice(player);
        const why = `after its own referee's GAME_ERROR its call ${answer.describeAsEnd()} too`;
        if (!isChoice(answer)) fixture.notExercised(why, ["PLY-ERR-01"]);
      });
      await inMatch(fixture, async (match) => {
        await match.gameError(player, FINAL, {}, league.impostor("REF00"));
        const what = "after another sender's GAME_ERROR about its match, its referee's call";
        expectChoice(fixture, await match.askChoice(player), what);
      });
    },
  },
  /** The announcement contains the opponent's endpoint, as those of some league managers do; nothing arrives at that endpoint. */
  {
    id: "player/impostor/leaves-other-players-alone",
    title: "sends no messages to other players",
    decides: ["PLY-AUTH-04"],
    slow: true,
    steps: [answersTo("ROUND_ANNOUNCEMENT", "GAME_OVER"), matches(1), AFTERWARDS_MS],
    async run(fixture) {
      const { player, league, expect } = fixture;
      const opponent = await fixture.uninvolved("player:P02");
      await inMatch(fixture, async (match) => {
        const announced = {
          match_id: match.id,
          game_type: fixture.game.type,
          player_A_id: player.id,
          player_B_id: match.opponent,
        };
        const endpoints = {
          referee_endpoint: league.manager.url,
          player_A_endpoint: player.url,
          player_B_endpoint: opponent.url,
        };
        await league.announceRound(player, [match], {
          set: { "/matches": [{ ...announced, ...endpoints }] },
        });
        await chosen(fixture, match);
        await match.gameOver(player, outcomeOf(fixture, match));
        await fixture.pause(AFTERWARDS_MS);
      });
      const [first] = opponent.received;
      expect(first?.type ?? first?.method ?? first?.raw, "what the player sent its opponent").isAbsent();
    },
  },
  /** The result from another sender must not end the match; the twin is the true result at its end. */
  {
    id: "player/impostor/result-from-other-sender",
    title:
      "refuses a GAME_OVER from another sender than the referee of the match, and goes on with the match",
    decides: ["PLY-AUTH-01"],
    steps: [matches(2), answersTo("GAME_OVER", "GAME_OVER", "GAME_OVER")],
    async run(fixture) {
      const { player, league } = fixture;
      await skipUnlessPlaying(fixture);
      await inMatch(fixture, async (match) => {
        const outcome = outcomeOf(fixture, match);
        const impostorOf = league.impostor("impostor", { sender: match.referee.sender });
        const strange = await match.gameOver(player, outcome, {}, league.impostor("REF00"));
        const stolen = await match.gameOver(player, outcome, {}, impostorOf);
        const call = await match.askChoice(player);
        const trueResult = await match.gameOver(player, outcome);
        if (!trueResult.hasResult) provesNothing(fixture, trueResult, "PLY-ACK-02");
        // Also after the end of the match.
        const late = await match.gameOver(player, outcome, {}, league.impostor("REF00"));
        fixture.refused(late, "sender and auth_token (after the end of the match)", ["E012"]);
        fixture.refused(strange, "sender and auth_token", ["E012"]);
        fixture.refused(stolen, "auth_token", ["E012"]);
        expectChoice(fixture, call, "after another sender's GAME_OVER, the call for its choice");
      });
    },
  },
  /**
   * A match may be assigned to a second referee, so the player may answer its invitation in any way; a sender that is no
   * referee is none.
   */
  {
    id: "player/impostor/second-inviter",
    title:
      "still answers the referee that first invited it when others invite to the same match, and refuses with E012 those that are no referees",
    decides: ["PLY-AUTH-01"],
    steps: [matches(2), answersTo("GAME_INVITATION", "GAME_INVITATION", "GAME_INVITATION")],
    async run(fixture) {
      const { player, league } = fixture;
      await skipUnlessPlaying(fixture);
      await inMatch(fixture, async (match) => {
        const invite = (sender: string) => match.invite(player, {}, league.impostor(sender, { sender }));
        await match.invite(player, {}, league.impostor("REF00"));
        // A bare id does not say that its agent is no referee.
        const others = fixture.profile.sender === "bare" ? [] : NO_REFEREES;
        const invitations = [];
        for (const one of others) invitations.push({ ...one, answer: await invite(one.sender) });
        const call = await match.askChoice(player);
        for (const { sender, because, answer } of invitations)
          fixture.refused(answer, `sender (${sender})`, because);
        expectChoice(fixture, call, "after invitations from others, its referee's call for its choice");
      });
    },
  },
  /** The match is announced, and no other one is open, so that there is no other reason to refuse the invitation. */
  {
    id: "player/impostor/without-token",
    title: "refuses an invitation and a call without a token, with E011, and an invitation with an empty one",
    decides: ["PLY-AUTH-02"],
    steps: [
      matches(2),
      answersTo("ROUND_ANNOUNCEMENT", "ROUND_ANNOUNCEMENT", "GAME_INVITATION", "GAME_INVITATION"),
      answersTo("CHOOSE_PARITY_CALL"),
    ],
    async run(fixture) {
      const { player, league } = fixture;
      const uninvited = [league.match(), league.match()] as const;
      for (const match of uninvited) await league.announceRound(player, [match]);
      const invitation = await uninvited[0].invite(player, NO_TOKEN);
      const empty = await uninvited[1].invite(player, { set: { "/auth_token": "" } });
      await expectCallRefused(fixture, {
        differ: "auth_token (none)",
        because: ["E011"],
        send: (match) => match.askChoice(player, NO_TOKEN),
      });
      fixture.refused(invitation, "auth_token (none)", ["E011"]);
      fixture.refused(empty, EMPTY, AS_EMPTY);
    },
  },
  /** Twin controls: each message from the league manager, and from the referee of the player's match. */
  {
    id: "player/impostor/announcements-from-other-sender",
    title:
      "refuses announcements, standings and round completions that are not the league manager's, with E012",
    decides: ["PLY-AUTH-03"],
    steps: [answersTo("GAME_INVITATION", "GAME_OVER"), times(4, answersTo(...ANNOUNCED))],
    run: (fixture) =>
      inMatch(fixture, async ({ referee }) => {
        const { player, league, twins } = fixture;
        const says = {
          ROUND_ANNOUNCEMENT: (as = league.client) => league.announceRound(player, [], {}, as),
          LEAGUE_STANDINGS_UPDATE: (as = league.client) => league.standingsUpdate(player, {}, as),
          ROUND_COMPLETED: (as = league.client) => league.roundCompleted(player, {}, as),
        };
        for (const [index, type] of ANNOUNCED.entries()) {
          await twins({
            differ: "sender (a referee)",
            valid: () => says[type](),
            invalid: () => says[type](referee),
            because: ["E012"],
          });
          const sender = LOOK_ALIKES[index % LOOK_ALIKES.length] ?? LOOK_ALIKES[0];
          await twins({
            differ: `sender (${sender})`,
            valid: () => says[type](),
            invalid: () => says[type](league.impostor(sender, { sender })),
            because: REFUSED_LOOK_ALIKE,
          });
        }
      }),
  },
  /** The twin is the league manager's message, sent last because it may end the player. */
  {
    id: "player/impostor/completion-from-other-sender",
    title: "refuses a LEAGUE_COMPLETED that is not the league manager's, with E012, and plays on",
    decides: ["PLY-AUTH-03"],
    needs: { last: true },
    unusual: "completion",
    steps: [
      answersTo("GAME_INVITATION", "LEAGUE_COMPLETED", "GAME_INVITATION", "GAME_OVER", "LEAGUE_COMPLETED"),
    ],
    async run(fixture) {
      const { player, league } = fixture;
      const fromReferee = await inMatch(fixture, ({ referee }) =>
        league.leagueCompleted(player, {}, referee),
      );
      const invitation = await invited(fixture, league.match({}, newReferee(fixture)));
      // If the suite cannot start another player, later checks need this one.
      const manager = fixture.canStart ? await league.leagueCompleted(player) : undefined;
      if (fromReferee.outcome === "refusal" && manager?.outcome === "refusal")
        provesNothing(fixture, manager, "PLY-ACK-01", "PLY-ACK-03");
      fixture.refused(fromReferee, "sender (a referee)", ["E012"]);
      expectJoin(fixture, invitation, "after a referee's LEAGUE_COMPLETED, an invitation");
    },
  },
];
