import type { Store } from "@league-v2/sdk";
import { isObject } from "../../json/pointer.js";
import type { JsonObject } from "../../json/scan.js";
import { type Mutant, mutant } from "../mutant.js";
import { answerInstead, changeRequest, resultReply } from "../surgery.js";
import { withStore } from "./_agents.js";
import { type Knowledge, knowing, type Member } from "./_knowledge.js";

const REPORT = "MATCH_RESULT_REPORT";

/** Makes reports of this kind speak with the tongue of a referee: of the one that the match belongs to. */
function believes(
  fits: (report: JsonObject, knowledge: Knowledge) => boolean,
  change: (report: JsonObject, referee: Member, knowledge: Knowledge) => JsonObject,
) {
  return knowing((knowledge) =>
    changeRequest(REPORT, (report) => {
      const referee = knowledge.referees.get(String(report.match_id)) ?? [...knowledge.referees.values()][0];
      return referee !== undefined && fits(report, knowledge)
        ? change(report, referee, knowledge)
        : undefined;
    }),
  );
}

const asReferee = (report: JsonObject, { id, token }: Member) => ({
  ...report,
  sender: `referee:${id}`,
  auth_token: token,
});

function matchOfItsPlayers({ round_id, result }: JsonObject, announced: Knowledge["announced"]): unknown {
  const players = isObject(result) && isObject(result.score) ? Object.keys(result.score) : [];
  const { matches } = announced.get(round_id) ?? {};
  const all = Array.isArray(matches) ? matches.filter(isObject) : [];
  return all.find(({ player_A_id }) => players.includes(String(player_A_id)))?.match_id;
}

/** The store, which knows the tokens that it gives out and compares them in its own way. */
function tokensThat(inner: Store, agree: (given: string, own: string) => boolean): Partial<Store> {
  const own = new Map<string, string>();
  return {
    admit: (decide) =>
      inner.admit((...known) => {
        const decision = decide(...known);
        if (!("refusal" in decision)) own.set(decision.member.id, decision.token);
        return decision;
      }),
    holdsToken: async (id, given) => agree(given, own.get(id) ?? given),
  };
}

export default [
  mutant({
    id: "manager:records-unknown-matches",
    fault: "Takes the report of an unknown match for that of its players' match in this round.",
    surgery: believes(
      ({ match_id }, { referees }) => !referees.has(String(match_id)),
      (report, _, { announced }) => ({ ...report, match_id: matchOfItsPlayers(report, announced) }),
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
    id: "manager:compares-half-a-token",
    fault: "Compares the first half of a token only.",
    agent: withStore((inner) =>
      tokensThat(inner, (given, own) => given.slice(0, own.length / 2) === own.slice(0, own.length / 2)),
    ),
  }),
  mutant({
    id: "manager:compares-what-it-is-given",
    fault: "Compares no more of a token than the sender gives of it.",
    agent: withStore((inner) => tokensThat(inner, (given, own) => own.startsWith(given))),
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
    id: "manager:any-referees-token-will-do",
    fault: "Takes the token of any referee for that of every other.",
    agent: withStore((inner) => ({
      holdsToken: async (id, token) => {
        const referees = (await inner.members("referee")).map((member) => member.id);
        const asked = referees.includes(id) ? referees : [id];
        return (await Promise.all(asked.map((one) => inner.holdsToken(one, token)))).includes(true);
      },
    })),
  }),
  mutant({
    id: "manager:any-referee-may-report",
    fault: "Believes the report of a referee that the match was not given to.",
    agent: withStore(() => ({ isAssigned: async () => true })),
  }),
  mutant({
    id: "manager:takes-results-early",
    fault: "Believes a report of a match that was given to nobody yet.",
    agent: withStore((inner) => {
      const given = new Set<string>();
      return {
        lend: (match_id, ...rest) => {
          given.add(match_id);
          return inner.lend(match_id, ...rest);
        },
        isAssigned: async (match_id, referee) => !given.has(match_id) || inner.isAssigned(match_id, referee),
      };
    }),
  }),
] satisfies Mutant[];
