import type { Store } from "@league-v2/sdk/store";
import { isObject } from "../../json/pointer.js";
import type { JsonObject } from "../../json/scan.js";
import type { Random } from "../../sdk.js";
import {
  all,
  answerInstead,
  changeCall,
  changeReply,
  changeReplyBody,
  changeRequest,
  resultReply,
} from "../fault-injection.js";
import type { Mutant } from "../mutant.js";
import { type Member, type ObservedLeague, withLeague, withStore } from "./league-changes.js";

const REPORT = "MATCH_RESULT_REPORT";

/** Changes the sender of such reports to the referee of the match. */
function acceptingReports(
  fits: (report: JsonObject, observed: ObservedLeague) => boolean,
  change: (report: JsonObject, referee: Member, observed: ObservedLeague) => JsonObject,
) {
  return withLeague((observed) =>
    changeRequest(REPORT, (report) => {
      const referee = observed.referees.get(String(report.match_id)) ?? [...observed.referees.values()][0];
      return referee !== undefined && fits(report, observed) ? change(report, referee, observed) : undefined;
    }),
  );
}

const asReferee = (report: JsonObject, { id, token }: Member) => ({
  ...report,
  sender: `referee:${id}`,
  auth_token: token,
});

function matchOfItsPlayers(
  { round_id, result }: JsonObject,
  announced: ObservedLeague["announced"],
): unknown {
  const players = isObject(result) && isObject(result.score) ? Object.keys(result.score) : [];
  const { matches } = announced.get(round_id) ?? {};
  const all = Array.isArray(matches) ? matches.filter(isObject) : [];
  return all.find(({ player_A_id }) => players.includes(String(player_A_id)))?.match_id;
}

/** The store with another comparison of tokens. */
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

const REGISTRATIONS = ["LEAGUE_REGISTER_REQUEST", "REFEREE_REGISTER_REQUEST"];

function bytesFrom(next: () => number): { random: (inner: Random) => Random } {
  return {
    random: (inner) => ({
      bytes: (n) => {
        const bytes = new Uint8Array(n);
        bytes[n - 1] = next();
        return bytes;
      },
      below: (n) => inner.below(n),
    }),
  };
}

/** Assigns other tokens than the reference, and accepts them. */
function tokensLike(forge: (token: string, reply: JsonObject) => string) {
  return withLeague(() => {
    const real = new Map<unknown, unknown>();
    const forged = REGISTRATIONS.map((type) =>
      changeReply(type, (reply) => {
        if (typeof reply.auth_token !== "string") return undefined;
        const auth_token = forge(reply.auth_token, reply);
        real.set(auth_token, reply.auth_token);
        return { ...reply, auth_token };
      }),
    );
    const known = changeRequest("*", (message) =>
      isObject(message) && real.has(message.auth_token)
        ? { ...message, auth_token: real.get(message.auth_token) }
        : undefined,
    );
    return all(...forged, known);
  });
}

export const managerAuthorisationMutants: readonly Mutant[] = [
  {
    id: "manager:records-unknown-matches",
    fault: "Counts the report of an unknown match as that of its players' match in this round.",
    inject: acceptingReports(
      ({ match_id }, { referees }) => !referees.has(String(match_id)),
      (report, _, { announced }) => ({ ...report, match_id: matchOfItsPlayers(report, announced) }),
    ),
  },
  {
    id: "manager:acknowledges-unknown-matches",
    fault: "Acknowledges reports of matches that do not exist.",
    inject: withLeague(({ referees }) =>
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
  },
  {
    id: "manager:compares-half-a-token",
    fault: "Compares the first half of a token only.",
    agent: withStore((inner) =>
      tokensThat(inner, (given, own) => given.slice(0, own.length / 2) === own.slice(0, own.length / 2)),
    ),
  },
  {
    id: "manager:compares-tokens-without-case",
    fault: "Ignores case in tokens.",
    agent: withStore((inner) => tokensThat(inner, (given, own) => given.toLowerCase() === own.toLowerCase())),
  },
  {
    id: "manager:compares-what-it-is-given",
    fault: "Accepts any beginning of a token.",
    agent: withStore((inner) => tokensThat(inner, (given, own) => own.startsWith(given))),
  },
  {
    id: "manager:accepts-reports-without-token",
    fault: "Accepts a report without a token.",
    inject: acceptingReports(({ auth_token }) => auth_token === undefined, asReferee),
  },
  {
    id: "manager:players-may-report",
    fault: "Accepts the report of a player that sends its own token.",
    inject: acceptingReports(({ sender }) => String(sender).startsWith("player:"), asReferee),
  },
  {
    id: "manager:accepts-any-token",
    fault: "Does not check tokens.",
    agent: withStore(() => ({ holdsToken: async () => true })),
  },
  {
    id: "manager:any-members-token-will-do",
    fault: "Accepts the token of any agent for every other agent.",
    agent: withStore((inner) => ({
      holdsToken: async (_, token) => {
        const members = [...(await inner.members("player")), ...(await inner.members("referee"))];
        const held = await Promise.all(members.map(({ id }) => inner.holdsToken(id, token)));
        return held.includes(true);
      },
    })),
  },
  {
    id: "manager:a-referees-token-opens-queries",
    fault: "Accepts a referee's token for every player.",
    agent: withStore((inner) => ({
      holdsToken: async (id, token) => {
        const referees = (await inner.members("referee")).map((member) => member.id);
        const asked = referees.includes(id) ? [id] : [id, ...referees];
        return (await Promise.all(asked.map((one) => inner.holdsToken(one, token)))).includes(true);
      },
    })),
  },
  {
    id: "manager:any-referees-token-will-do",
    fault: "Accepts the token of any referee for every other referee.",
    agent: withStore((inner) => ({
      holdsToken: async (id, token) => {
        const referees = (await inner.members("referee")).map((member) => member.id);
        const asked = referees.includes(id) ? referees : [id];
        return (await Promise.all(asked.map((one) => inner.holdsToken(one, token)))).includes(true);
      },
    })),
  },
  {
    id: "manager:any-referee-may-report",
    fault: "Accepts the report of a referee to which the match was not assigned.",
    agent: withStore(() => ({ isAssigned: async () => true })),
  },
  {
    id: "manager:takes-results-early",
    fault: "Accepts a report of a match that is not assigned yet.",
    agent: withStore((inner) => {
      const given = new Set<string>();
      return {
        leaseMatch: (match_id, ...rest) => {
          given.add(match_id);
          return inner.leaseMatch(match_id, ...rest);
        },
        isAssigned: async (match_id, referee) => !given.has(match_id) || inner.isAssigned(match_id, referee),
      };
    }),
  },
  {
    id: "manager:one-token-for-all",
    fault: "Gives every agent the same token.",
    inject: bytesFrom(() => 7),
  },
  {
    id: "manager:one-token-for-all-referees",
    fault: "Gives every referee the token of the first.",
    inject: () => {
      let first: string | undefined;
      const agent = withStore((inner) => ({
        admit: (decide) =>
          inner.admit((members, state) => {
            const verdict = decide(members, state);
            if ("refusal" in verdict || verdict.member.role !== "referee") return verdict;
            first ??= verdict.token;
            return { ...verdict, token: first };
          }),
      }));
      const telling = changeReply("REFEREE_REGISTER_REQUEST", (answer) =>
        answer.status === "ACCEPTED" ? { ...answer, auth_token: first } : undefined,
      );
      return { ...telling, agent };
    },
  },
  {
    id: "manager:tokens-in-sequence",
    fault: "Counts its tokens up from one.",
    inject: () => {
      let count = 0;
      return bytesFrom(() => {
        count += 1;
        return count;
      });
    },
  },
  {
    id: "manager:token-from-id",
    fault: 'Makes the token of P01 "secret-token-of-P01".',
    inject: tokensLike((_, reply) => `secret-token-of-${String(reply.player_id ?? reply.referee_id)}`),
  },
  {
    id: "manager:tokens-of-the-clock",
    fault: "Uses UUIDs of version 1 as tokens, which are derived from the time.",
    inject: tokensLike((token) => `${token.slice(0, 8)}-c77c-11f0-9a4e-0242ac110002`),
  },
  {
    id: "manager:shows-tokens-in-standings",
    fault: "Answers GET_STANDINGS with its stored rows, tokens included.",
    inject: withLeague(({ members }) =>
      changeReply("LEAGUE_QUERY", (reply) => {
        const { data } = reply;
        if (!isObject(data) || !Array.isArray(data.standings)) return undefined;
        const tokenOf = (id: unknown) => members.find((member) => member.id === id)?.token;
        const standings = data.standings
          .filter(isObject)
          .map((row) => ({ ...row, auth_token: tokenOf(row.player_id) }));
        return { ...reply, data: { ...data, standings } };
      }),
    ),
  },
  {
    id: "manager:leaks-the-right-token",
    fault: "Names the expected token when it refuses a wrong one.",
    inject: withLeague(({ members }) =>
      changeReplyBody("LEAGUE_QUERY", (body, { request }) => {
        if (!isObject(body.error)) return undefined;
        const asked = members.find(({ role, id }) => request.sender === `${role}:${id}`);
        return { ...body, error: { ...body.error, message: `expected ${asked?.token}` } };
      }),
    ),
  },
  {
    id: "manager:broadcasts-tokens",
    fault: "Sends the referee of a match the tokens of its players.",
    inject: withLeague(({ members }) =>
      changeCall("RUN_MATCH", (message) => ({
        ...message,
        player_A_token: members.find(({ id }) => id === message.player_A_id)?.token,
      })),
    ),
  },
  {
    id: "manager:short-tokens",
    fault: "Gives tokens of eight random digits.",
    inject: tokensLike((token) => String(Number.parseInt(token.slice(0, 12), 16)).slice(-8)),
  },
];
