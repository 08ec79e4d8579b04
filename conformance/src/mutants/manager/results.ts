import { countMatch, type RecordedResult, type Store, type Tally } from "@league-v2/sdk";
import { deadlineOf } from "../../contract.js";
import { isObject } from "../../json/pointer.js";
import type { JsonObject } from "../../json/scan.js";
import { type Mutant, mutant } from "../mutant.js";
import {
  all,
  answerInstead,
  changeReplyBody,
  changeRequest,
  delaysReply,
  errorReply,
  resultReply,
} from "../surgery.js";
import { withStore } from "./_agents.js";
import { type Knowledge, knowing, type Member } from "./_knowledge.js";

const REPORT = "MATCH_RESULT_REPORT";
const LATE_MS = deadlineOf(REPORT) * 1.1;

type Outcome = Awaited<ReturnType<Store["record"]>>;

/** Counts these results beside those that the store has counted. */
function counting(inner: Store, extra: readonly RecordedResult[]): Pick<Store, "tallies"> {
  const withExtra = (tally: Tally) =>
    extra
      .filter(({ score }) => tally.player_id in score)
      .reduce(
        (sum, { winner, score }) => countMatch(sum, { winner, points: new Map(Object.entries(score)) }),
        tally,
      );
  return { tallies: async () => (await inner.tallies()).map(withExtra) };
}

/** Counts results again that the store has refused to count, and gives another answer. */
function countsAgain(which: Outcome, answer: Outcome = "repeated") {
  return withStore((inner) => {
    const extra: RecordedResult[] = [];
    return {
      ...counting(inner, extra),
      record: async (result) => {
        const outcome = await inner.record(result);
        if (outcome !== which) return outcome;
        extra.push(result);
        return answer;
      },
    };
  });
}

/** Gives another answer to reports than the reference. */
function records(answer: (outcome: Outcome) => Outcome) {
  return withStore((inner) => ({ record: async (result) => answer(await inner.record(result)) }));
}

/** Makes reports of this kind speak with the tongue of a referee: of the one that the match belongs to. */
function believes(
  fits: (report: JsonObject, knowledge: Knowledge) => boolean,
  change: (report: JsonObject, referee: Member) => JsonObject,
) {
  return knowing((knowledge) =>
    changeRequest(REPORT, (report) => {
      const referee = knowledge.referees.get(String(report.match_id)) ?? [...knowledge.referees.values()][0];
      return referee !== undefined && fits(report, knowledge) ? change(report, referee) : undefined;
    }),
  );
}

const asReferee = (report: JsonObject, { id, token }: Member) => ({
  ...report,
  sender: `referee:${id}`,
  auth_token: token,
});

export default [
  mutant({
    id: "manager:slow-to-record",
    fault: "Takes eleven seconds to answer a report.",
    surgery: delaysReply(REPORT, LATE_MS),
  }),
  mutant({
    id: "manager:refuses-draws",
    fault: "Refuses the report of a draw.",
    surgery: answerInstead(REPORT, ({ result }, body) =>
      Promise.resolve(
        isObject(result) && result.status === "DRAW"
          ? errorReply(body, -32_602, "Invalid params")
          : undefined,
      ),
    ),
  }),
  mutant({
    id: "manager:counts-repetitions",
    fault: "Counts a match again when its report comes again.",
    agent: countsAgain("repeated"),
  }),
  mutant({
    id: "manager:counts-contradictions",
    fault: "Counts a second report that contradicts the first.",
    agent: countsAgain("conflicting"),
  }),
  mutant({
    id: "manager:counts-races",
    fault: "Counts a match for each of its reports that arrive at the same moment.",
    agent: countsAgain("repeated"),
    surgery: () => {
      const last = { at_ms: -1, match: "" };
      return answerInstead(REPORT, ({ match_id }, body, { clock }) => {
        const isRacing = clock.now() === last.at_ms && String(match_id) === last.match;
        const isLate = String(match_id) === last.match && !isRacing;
        last.at_ms = isLate ? -1 : clock.now();
        last.match = String(match_id);
        return isLate ? errorReply(body, -32_007, "DUPLICATE_REPORT") : undefined;
      });
    },
  }),
  mutant({
    id: "manager:last-report-wins",
    fault: "Lets a later report of a match take the place of an earlier one.",
    agent: withStore((inner) => {
      const counted = new Map<string, RecordedResult>();
      return {
        tallies: async () => (await inner.tallies()).map((tally) => recount(tally, [...counted.values()])),
        record: async (result) => {
          counted.set(result.match_id, result);
          const outcome = await inner.record(result);
          return outcome === "conflicting" ? "repeated" : outcome;
        },
      };
    }),
  }),
  mutant({
    id: "manager:refuses-repetitions",
    fault: "Refuses the same report when it comes again.",
    agent: records((outcome) => (outcome === "repeated" ? "conflicting" : outcome)),
  }),
  mutant({
    id: "manager:acknowledges-contradictions",
    fault: "Acknowledges a second report that contradicts the first.",
    agent: records((outcome) => (outcome === "conflicting" ? "repeated" : outcome)),
  }),
  mutant({
    id: "manager:records-unknown-matches",
    fault: "Takes the report of an unknown match for that of the one under way.",
    surgery: believes(
      ({ match_id }, { referees }) => !referees.has(String(match_id)),
      (report) => ({ ...report, match_id: "R1M1" }),
    ),
  }),
  mutant({
    id: "manager:acknowledges-unknown-matches",
    fault: "Acknowledges reports of matches that there are not.",
    surgery: knowing(({ referees }) =>
      answerInstead(REPORT, ({ match_id, conversation_id }, body) =>
        Promise.resolve(
          referees.has(String(match_id))
            ? undefined
            : resultReply(body, {
                protocol: "league.v2",
                message_type: "MATCH_RESULT_ACK",
                conversation_id,
                match_id,
                status: "recorded",
              }),
        ),
      ),
    ),
  }),
  mutant({
    id: "manager:believes-without-token",
    fault: "Believes a report that bears no token.",
    surgery: believes(({ auth_token }) => auth_token === undefined, asReferee),
  }),
  mutant({
    id: "manager:players-may-report",
    fault: "Believes the report of a player that speaks with its own token.",
    surgery: believes(({ sender }) => String(sender).startsWith("player:"), asReferee),
  }),
  mutant({
    id: "manager:believes-any-token",
    fault: "Does not look whether a token is right.",
    agent: withStore(() => ({ holdsToken: async () => true })),
  }),
  mutant({
    id: "manager:any-members-token-will-do",
    fault: "Takes the token of any agent for that of every other.",
    agent: withStore((inner) => ({
      holdsToken: async (_, token) => {
        const members = [...(await inner.members("player")), ...(await inner.members("referee"))];
        const held = await Promise.all(members.map(({ id }) => inner.holdsToken(id, token)));
        return held.includes(true);
      },
    })),
  }),
  mutant({
    id: "manager:any-referee-may-report",
    fault: "Believes the report of a referee that the match was not given to.",
    agent: withStore(() => ({ isAssigned: async () => true })),
  }),
  mutant({
    id: "manager:one-code-for-all-refusals",
    fault: "Refuses everything with the code -32000.",
    surgery: all(...[REPORT, "LEAGUE_QUERY"].map((type) => changeReplyBody(type, anonymous))),
  }),
  mutant({
    id: "manager:unknown-players-have-wrong-tokens",
    fault: "Refuses the query of an unknown player with E012.",
    surgery: changeReplyBody("LEAGUE_QUERY", (body) => {
      const { error } = body;
      if (!isObject(error) || error.code !== -32_005) return undefined;
      return { ...body, error: { code: -32_012, message: "AUTH_TOKEN_INVALID" } };
    }),
  }),
] satisfies Mutant[];

function anonymous({ error, ...body }: JsonObject): JsonObject | undefined {
  return error === undefined ? undefined : { ...body, error: { code: -32_000, message: "refused" } };
}

function recount({ player_id, display_name }: Tally, results: readonly RecordedResult[]): Tally {
  const nothing = { player_id, display_name, played: 0, wins: 0, draws: 0, losses: 0, points: 0 };
  return results
    .filter(({ score }) => player_id in score)
    .reduce<Tally>(
      (sum, { winner, score }) => countMatch(sum, { winner, points: new Map(Object.entries(score)) }),
      nothing,
    );
}
