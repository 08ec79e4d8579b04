import { deadlineOf } from "../../contract.js";
import type { RefereeFixture } from "../../fixtures/member-fixtures.js";
import { isObject } from "../../json.js";
import { isPlain, named, reportsOf } from "../../rules/match-rules.js";
import { rule } from "../../rules/rule.js";
import type { Check } from "../../types.js";
import { registrationRules } from "../helpers/registration-rules.js";
import { EVERY_MATCH } from "./helpers/played-matches.js";

/** The messages in which a referee sends its token. */
const WITH_TOKEN = ["GAME_INVITATION", "CHOOSE_PARITY_CALL", "GAME_OVER", "MATCH_RESULT_REPORT"];

export const registrationChecks: readonly Check<RefereeFixture>[] = [
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
  ...registrationRules("referee", {
    retries: "REF-REG-03",
    rejection: "REF-REG-03",
    end: "REF-REG-03",
    hasLimit: true,
  }),
];
