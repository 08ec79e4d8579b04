import { deadlineOf } from "../../contract.js";
import { isObject } from "../../json/pointer.js";
import type { JsonObject } from "../../json/scan.js";
import type { SurgeryTools } from "../../subject/in-process-subject.js";
import { type Mutant, mutant } from "../mutant.js";
import { all, changeReply, changeRequest, delaysReply, jsonReply } from "../surgery.js";
import { withStore } from "./_agents.js";
import { knowing } from "./_knowledge.js";

const TYPES = { player: "LEAGUE_REGISTER_REQUEST", referee: "REFEREE_REGISTER_REQUEST" } as const;
type Role = keyof typeof TYPES;
const ROLES = ["player", "referee"] as const;

const LATE_MS = deadlineOf(TYPES.player) * 1.1;

/** Changes the answer to an agent that was let in. */
function welcomes(role: Role, change: (reply: JsonObject, tools: SurgeryTools) => JsonObject) {
  return changeReply(TYPES[role], (reply, { tools }) =>
    reply.status === "ACCEPTED" ? change(reply, tools) : undefined,
  );
}

function without(member: string) {
  return ({ [member]: _, ...rest }: JsonObject) => rest;
}

/** Lets in whom the reference rejects for this reason, if `fits` says so. */
function accepts(reason: string, fits: (endpoint: string) => boolean = () => true) {
  const letIn = (role: Role) =>
    changeReply(TYPES[role], (reply, { request, tools }) => {
      const meta = request[`${role}_meta`];
      const endpoint = isObject(meta) ? String(meta.contact_endpoint) : "";
      if (reply.reason !== reason || !fits(endpoint)) return undefined;
      const auth_token = Buffer.from(tools.random.bytes(16)).toString("hex");
      const id = `${role === "player" ? "P" : "REF"}${50 + tools.random.below(50)}`;
      return {
        ...reply,
        status: "ACCEPTED",
        [`${role}_id`]: id,
        auth_token,
        league_id: "league_reference",
        reason: null,
      };
    });
  return all(letIn("player"), letIn("referee"));
}

const ofEachRole = (change: (role: Role) => ReturnType<typeof changeReply>) => all(...ROLES.map(change));

/** What an application does not say. */
const DEFAULTS = {
  version: "0",
  game_types: ["even_odd"],
  contact_endpoint: "http://127.0.0.1:9/mcp",
  max_concurrent_matches: 1,
};

const perRole: readonly Mutant[] = ROLES.flatMap((role) => [
  mutant({
    id: `manager:slow-to-register-${role}s`,
    fault: `Takes eleven seconds to answer the registration of a ${role}.`,
    surgery: delaysReply(TYPES[role], LATE_MS),
  }),
  mutant({
    id: `manager:no-league-id-for-${role}s`,
    fault: `Does not tell a ${role} which league it is in.`,
    surgery: welcomes(role, without("league_id")),
  }),
  mutant({
    id: `manager:no-token-for-${role}s`,
    fault: `Gives a ${role} no token.`,
    surgery: welcomes(role, without("auth_token")),
  }),
]);

export default [
  ...perRole,
  mutant({
    id: "manager:another-status",
    fault: 'Answers registrations with the status "REGISTERED".',
    surgery: ofEachRole((role) => welcomes(role, (reply) => ({ ...reply, status: "REGISTERED" }))),
  }),
  mutant({
    id: "manager:takes-duplicate-names",
    fault: "Lets in a second agent of the same name.",
    surgery: accepts("Duplicate name"),
  }),
  mutant({
    id: "manager:takes-too-many",
    fault: "Lets in more agents than the league has places.",
    surgery: accepts("League full"),
  }),
  mutant({
    id: "manager:takes-any-game",
    fault: "Lets in agents that play none of the league's games.",
    surgery: accepts("Unsupported game type"),
  }),
  mutant({
    id: "manager:takes-any-endpoint",
    fault: "Lets in agents whose endpoint is no http URL.",
    surgery: accepts("Invalid endpoint", (endpoint) => !endpoint.startsWith("http")),
  }),
  mutant({
    id: "manager:calls-strangers",
    fault: "Lets in agents on any machine of the world.",
    surgery: accepts("Invalid endpoint", (endpoint) => endpoint.startsWith("http")),
  }),
  mutant({
    id: "manager:other-reasons",
    fault: "Rejects without telling the reason.",
    surgery: ofEachRole((role) =>
      changeReply(TYPES[role], (reply) =>
        reply.status === "REJECTED" ? { ...reply, reason: "No" } : undefined,
      ),
    ),
  }),
  mutant({
    id: "manager:takes-incomplete-meta",
    fault: "Fills in itself what a registration does not say.",
    surgery: ofEachRole((role) =>
      changeRequest(TYPES[role], (message, { tools }) => {
        const meta = message[`${role}_meta`];
        const display_name = `unnamed ${tools.random.below(1_000_000)}`;
        return isObject(meta)
          ? { ...message, [`${role}_meta`]: { display_name, ...DEFAULTS, ...meta } }
          : undefined;
      }),
    ),
  }),
  mutant({
    id: "manager:takes-latecomers",
    fault: "Lets in agents after the league has started.",
    surgery: knowing(({ announced }) =>
      ofEachRole((role) =>
        changeReply(TYPES[role], (reply) =>
          announced.size > 0 && reply.status === "REJECTED"
            ? {
                ...reply,
                status: "ACCEPTED",
                [`${role}_id`]: "P90",
                auth_token: "4f1d7c60b2a9e835",
                league_id: "league_reference",
                reason: null,
              }
            : undefined,
        ),
      ),
    ),
  }),
  mutant({
    id: "manager:forgets-registrations",
    fault: "Takes a repeated registration for that of another agent of the same name.",
    surgery: ofEachRole((role) =>
      changeRequest(TYPES[role], (message, { tools }) => ({
        ...message,
        conversation_id: `${String(message.conversation_id)}-${tools.random.below(1_000_000)}`,
      })),
    ),
  }),
  mutant({
    id: "manager:forgets-registrations-at-the-start",
    fault: "Rejects a repeated registration once the league has started.",
    surgery: knowing(({ announced }) =>
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
  }),
  mutant({
    id: "manager:http-register-without-token",
    fault: "Accepts registrations by POST on /register and gives no token.",
    surgery: {
      handler: (inner) => async (http) =>
        http.path.endsWith("/register")
          ? jsonReply({ status: "ACCEPTED", agent_id: "P01", league_id: "league_reference" })
          : inner(http),
    },
  }),
  mutant({
    id: "manager:same-id-for-all",
    fault: "Tells every player that it is P01.",
    surgery: welcomes("player", (reply) => ({ ...reply, player_id: "P01" })),
  }),
  mutant({
    id: "manager:same-id-in-a-race",
    fault: "Gives the same id to agents that register at the same moment.",
    surgery: () => {
      const last = { at_ms: -1, id: "" };
      return welcomes("player", (reply, { clock }) => {
        if (clock.now() !== last.at_ms) last.id = String(reply.player_id);
        last.at_ms = clock.now();
        return { ...reply, player_id: last.id };
      });
    },
  }),
  mutant({
    id: "manager:ids-of-its-own-making",
    fault: "Calls the agents X51, X52 ….",
    agent: withStore((inner) => ({
      admit: (decide) =>
        inner.admit((members) => {
          const decision = decide(members);
          if ("refusal" in decision) return decision;
          return { ...decision, member: { ...decision.member, id: `X${51 + members.length}` } };
        }),
    })),
  }),
] satisfies Mutant[];
