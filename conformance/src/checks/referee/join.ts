import { deadlineOf, errors } from "../../contract.js";
import type { RefereeFixture } from "../../fixtures/member-fixtures.js";
import { show, valueAt } from "../../json.js";
import { type Judging, rule } from "../../rule.js";
import { isPlayedAgain, named, type Seen } from "../../rules/match-rules.js";
import { notBefore } from "../../time/match-times.js";
import type { Check } from "../../types.js";
import { onBehalfOf } from "../../verdict.js";
import { EVERY_MATCH, NOTHING_SHOWN, OTHER_MEMBERS } from "./helpers/played-matches.js";
import { silenceRules } from "./helpers/silence.js";

const ASKING = ["GAME_INVITATION", "CHOOSE_PARITY_CALL"];

export const joinChecks: readonly Check<RefereeFixture>[] = [
  ...silenceRules("join", "GAME_INVITATION"),
  rule({
    id: "referee/join/tells-retries-throughout",
    title:
      "sends a GAME_ERROR with a code and the count of retries each time before it invites or asks again",
    decides: ["REF-JOIN-03", "REF-CHOICE-07", "REF-CHOICE-10", "REF-LOSS-08"],
    over: EVERY_MATCH,
    where: ({ match: { errors, playerA, playerB } }) =>
      [errors, playerA.unanswered, playerB.unanswered].some(({ length }) => length > 0),
    none: NOTHING_SHOWN,
    judge(part, about) {
      if (about.leagueForm !== "canonical") return about.notApplicable(OTHER_MEMBERS);
      tellsRetries(part, about);
      reportsMisses(part, about);
    },
  }),
];

/** In each error before a repeated request, with a higher count than in an earlier one about the same request. */
function tellsRetries(part: Seen, { expect }: Judging): void {
  const { match } = part;
  const counts = new Map<string, number>();
  for (const error of match.errors) {
    const { message, side, playerId } = error;
    const where = `GAME_ERROR to ${playerId} in ${named(part)}`;
    const sent = match.to(side);
    const next = sent[sent.findIndex(({ received }) => received === error.received) + 1]?.message;
    const asked = String(next?.message_type);
    if (!ASKING.includes(asked)) continue;
    const code = message.error_code;
    expect.that(typeof code === "string" && (Object.hasOwn(errors, code) || !/^E\d|^$/.test(code)), {
      diagnosis: `error_code of ${where} is ${show(code)}; expected the code of an error`,
      expected: "the code of an error",
      received: show(code),
      shownBy: [error],
      clauses: ["REF-LOSS-08"],
    });
    const ofCall = code === "E001" ? "REF-CHOICE-07" : "REF-CHOICE-10";
    onBehalfOf([asked === ASKING[0] ? "REF-JOIN-03" : ofCall], () => {
      expect(message.retry_info, `retry_info of ${where}, before it was asked again,`, error).isObject();
      const [count, before = 0] = [
        valueAt(message, "/retry_info/retry_count"),
        counts.get(`${side} ${asked}`),
      ];
      if (typeof count !== "number") return;
      counts.set(`${side} ${asked}`, count);
      if (!isPlayedAgain(match))
        expect(count, `retry_info/retry_count of ${where}`, error).isInteger({ min: before + 1 });
    });
  }
}

/** GAME_ERROR E001 follows each invitation or call without an answer, before the player is asked again. */
function reportsMisses(part: Seen, { expect }: Judging): void {
  for (const { id, unanswered, received } of [part.match.playerA, part.match.playerB])
    for (const asked of unanswered) {
      const type = String(asked.type);
      const next = received[received.indexOf(asked) + 1];
      if (next === undefined || next.type !== type || !ASKING.includes(type)) continue;
      if (next.at_ms - asked.at_ms < notBefore(deadlineOf(type))) continue;
      const what = `what ${id} was sent after ${type} of ${named(part)}, which it did not answer,`;
      onBehalfOf([type === ASKING[0] ? "REF-JOIN-03" : "REF-CHOICE-07"], () =>
        expect(next.type, what, next).is("GAME_ERROR"),
      );
    }
}
