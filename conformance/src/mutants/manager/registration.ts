import { deadlineOf } from "../../contract.js";
import { isObject, valueAt } from "../../json/pointer.js";
import type { JsonObject } from "../../json/scan.js";
import type { FaultTools } from "../../subject/in-process-subject.js";
import {
  acknowledgesInvalidParams,
  all,
  changeReply,
  changeRequest,
  delaysReply,
  demands,
  jsonReply,
} from "../fault-injection.js";
import type { Mutant } from "../mutant.js";
import { ofEachRole, ROLES, type Role, TYPES } from "./admission.js";
import { withLeague, withStore } from "./league-changes.js";

const LATE_MS = deadlineOf(TYPES.player) * 1.1;

/** Changes the answer to an agent that was admitted. */
function changesAcceptance(role: Role, change: (reply: JsonObject, tools: FaultTools) => JsonObject) {
  return changeReply(TYPES[role], (reply, { tools }) =>
    reply.status === "ACCEPTED" ? change(reply, tools) : undefined,
  );
}

function without(member: string) {
  return ({ [member]: _, ...rest }: JsonObject) => rest;
}

const REJECTED = { status: "REJECTED", player_id: null, auth_token: null };

/** Changes the answers to the agents that are admitted, from number `first` on. */
function fromNumber(first: number, role: Role, change: (reply: JsonObject) => JsonObject) {
  return () => {
    let count = 0;
    return changesAcceptance(role, (reply) => {
      count += 1;
      return count < first ? reply : change(reply);
    });
  };
}

const perRole: readonly Mutant[] = ROLES.flatMap((role) => [
  {
    id: `manager:slow-to-register-${role}s`,
    fault: `Takes eleven seconds to answer the registration of a ${role}.`,
    inject: delaysReply(TYPES[role], LATE_MS),
  },
  {
    id: `manager:no-league-id-for-${role}s`,
    fault: `Does not send a ${role} the id of its league.`,
    inject: changesAcceptance(role, without("league_id")),
  },
  {
    id: `manager:no-token-for-${role}s`,
    fault: `Gives a ${role} no token.`,
    inject: changesAcceptance(role, without("auth_token")),
  },
]);

export const managerRegistrationMutants: readonly Mutant[] = [
  ...perRole,
  {
    id: "manager:another-status",
    fault: 'Answers registrations with the status "REGISTERED".',
    inject: ofEachRole((role) => changesAcceptance(role, (reply) => ({ ...reply, status: "REGISTERED" }))),
  },
  {
    id: "manager:wants-a-protocol-version",
    fault: "Refuses registrations without a protocol_version.",
    inject: ofEachRole((role) => demands(TYPES[role], `/${role}_meta/protocol_version`)),
  },
  {
    id: "manager:registers-again-in-another-league",
    fault: "Names another league in the answer to a repeated registration.",
    inject: () => {
      const ids = new Set<unknown>();
      return ofEachRole((role) =>
        changesAcceptance(role, (reply) => {
          const isAgain = ids.has(reply[`${role}_id`]);
          ids.add(reply[`${role}_id`]);
          return isAgain ? { ...reply, league_id: "league_of_old" } : reply;
        }),
      );
    },
  },
  {
    id: "manager:loses-registrations",
    fault: "Treats a repeated registration as that of another agent of the same name.",
    inject: ofEachRole((role) =>
      changeRequest(TYPES[role], (message, { tools }) => ({
        ...message,
        conversation_id: `${String(message.conversation_id)}-${tools.random.below(1_000_000)}`,
      })),
    ),
  },
  {
    id: "manager:loses-registrations-at-the-start",
    fault: "Rejects a repeated registration once the league has started.",
    inject: withLeague(({ announced }) =>
      ofEachRole((role) =>
        changeReply(TYPES[role], (reply) =>
          announced.size > 0
            ? {
                ...reply,
                status: "REJECTED",
                [`${role}_id`]: null,
                auth_token: null,
                league_id: null,
                reason: "Registration closed",
              }
            : undefined,
        ),
      ),
    ),
  },
  {
    id: "manager:http-register-without-token",
    fault: "Accepts registrations by POST on /register and gives no token.",
    inject: {
      handler: (inner) => async (http) =>
        http.path.endsWith("/register")
          ? jsonReply({ status: "ACCEPTED", agent_id: "P01", league_id: "league_reference" })
          : inner(http),
    },
  },
  {
    id: "manager:same-id-for-all",
    fault: "Gives every player the id P01.",
    inject: changesAcceptance("player", (reply) => ({ ...reply, player_id: "P01" })),
  },
  {
    id: "manager:same-id-in-a-race",
    fault: "Gives the same id to agents that register at the same moment.",
    inject: () => {
      const last = { at_ms: -1, id: "" };
      return changesAcceptance("player", (reply, { clock }) => {
        if (clock.now() !== last.at_ms) last.id = String(reply.player_id);
        last.at_ms = clock.now();
        return { ...reply, player_id: last.id };
      });
    },
  },
  {
    id: "manager:ids-of-its-own-making",
    fault: "Calls the players X51, X52 … and the referees Y51, Y52 ….",
    agent: withStore((inner) => ({
      admit: (decide) =>
        inner.admit((members, state) => {
          const decision = decide(members, state);
          if ("refusal" in decision) return decision;
          const { member } = decision;
          // A repeated registration.
          if (members.some(({ id }) => id === member.id)) return decision;
          const letter = member.role === "referee" ? "Y" : "X";
          return { ...decision, member: { ...member, id: `${letter}${51 + members.length}` } };
        }),
    })),
  },
  {
    id: "manager:validates-nothing",
    fault: "Treats every message with a type as valid, and acknowledges it.",
    inject: acknowledgesInvalidParams,
  },
  {
    id: "manager:no-league-id-for-later-players",
    fault: "Leaves league_id out of registration responses from the third player on.",
    inject: fromNumber(3, "player", without("league_id")),
  },
  {
    id: "manager:no-id-for-every-third-referee",
    fault: "Gives every third referee an empty id.",
    inject: () => {
      let count = 0;
      return changesAcceptance("referee", (reply) => {
        count += 1;
        return count % 3 === 0 ? { ...reply, referee_id: "" } : reply;
      });
    },
  },
  {
    id: "manager:another-token-for-the-second-player",
    fault: "Sends the second player that it admits another token than the one that it stores.",
    inject: () => {
      let count = 0;
      return changesAcceptance("player", (reply) => {
        count += 1;
        return count === 2 ? { ...reply, auth_token: `${String(reply.auth_token)}9` } : reply;
      });
    },
  },
  {
    id: "manager:no-status-for-the-second-player",
    fault: "Leaves the status out of the answer to the second player that it admits.",
    inject: () => {
      let count = 0;
      return changesAcceptance("player", ({ status, ...reply }) => {
        count += 1;
        return count === 2 ? reply : { status, ...reply };
      });
    },
  },
  {
    id: "manager:another-league-id-for-later-referees",
    fault: "Sends every referee from the second on another league_id than the first.",
    inject: fromNumber(2, "referee", (reply) => ({ ...reply, league_id: "league_other" })),
  },
  {
    id: "manager:tells-other-referees-the-first-token",
    fault: "Sends every referee from the second on the token of the first, and expects another one.",
    inject: () => {
      let first: unknown;
      return changesAcceptance("referee", (reply) => {
        first ??= reply.auth_token;
        return { ...reply, auth_token: first };
      });
    },
  },
  {
    id: "manager:rejects-names-outside-ascii",
    fault: "Rejects players whose name has letters outside of ASCII.",
    inject: changeReply(TYPES.player, (reply, { request }) =>
      /^[ -~]*$/.test(String(valueAt(request, "/player_meta/display_name")))
        ? undefined
        : { ...reply, ...REJECTED, reason: "Invalid name" },
    ),
  },
  {
    id: "manager:rejects-referees-of-many-matches",
    fault: "Rejects referees that announce more than eight matches at once.",
    inject: changeReply(TYPES.referee, (reply, { request }) =>
      Number(valueAt(request, "/referee_meta/max_concurrent_matches")) > 8
        ? { ...reply, ...REJECTED, referee_id: null, reason: "Too many matches" }
        : undefined,
    ),
  },
  {
    id: "manager:accepts-a-string-as-games",
    fault: "Accepts a string as game_types.",
    inject: changeRequest(TYPES.player, (message) => {
      const meta = message.player_meta;
      return isObject(meta) && typeof meta.game_types === "string"
        ? { ...message, player_meta: { ...meta, game_types: [meta.game_types] } }
        : undefined;
    }),
  },
  {
    id: "manager:rejected-agents-take-places",
    fault: "Counts rejected players towards the capacity of the league.",
    inject: () => {
      let [accepted, rejected] = [0, 0];
      return {
        handler: (inner, tools) => {
          const { players = 2 } = tools.launch;
          const counting = all(
            changeReply(TYPES.player, ({ status }) => {
              if (status === "ACCEPTED") accepted += 1;
              else rejected += 1;
              return undefined;
            }),
            changeReply(TYPES.player, (reply) =>
              reply.status === "ACCEPTED" && accepted <= players && accepted + rejected > players
                ? { ...reply, status: "REJECTED", player_id: null, auth_token: null, reason: "League full" }
                : undefined,
            ),
          );
          return counting.handler?.(inner, tools) ?? inner;
        },
      };
    },
  },
  {
    id: "manager:rejected-agents-take-ids",
    fault: "Leaves out an id for each player that it has rejected.",
    agent: withStore((inner) => {
      let rejected = 0;
      return {
        admit: (decide) =>
          inner.admit((members, state) => {
            const verdict = decide(members, state);
            if ("refusal" in verdict) rejected += 1;
            if ("refusal" in verdict || verdict.member.role !== "player") return verdict;
            const number = Number(verdict.member.id.slice(1)) + rejected;
            return { ...verdict, member: { ...verdict.member, id: `P${String(number).padStart(2, "0")}` } };
          }),
      };
    }),
  },
];
