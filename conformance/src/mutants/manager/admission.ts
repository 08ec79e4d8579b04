import { isObject } from "../../json/pointer.js";
import { type Mutant, mutant } from "../mutant.js";
import { all, changeReply, changeRequest } from "../surgery.js";
import { knowing } from "./_knowledge.js";
import { ofEachRole, type Role, TYPES } from "./_registrations.js";

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

/** What an application does not say. */
const DEFAULTS = {
  version: "0",
  game_types: ["even_odd"],
  contact_endpoint: "http://127.0.0.1:9/mcp",
  max_concurrent_matches: 1,
};

export default [
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
] satisfies Mutant[];
