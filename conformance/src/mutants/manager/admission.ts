import { isObject } from "../../json/pointer.js";
import type { JsonObject } from "../../json/scan.js";
import type { FaultInjection, FaultTools } from "../../subject/in-process-subject.js";
import { all, changeReply, changeRequest, onCall } from "../fault-injection.js";
import type { Mutant } from "../mutant.js";
import { withLeague } from "./league-changes.js";

export const TYPES = { player: "LEAGUE_REGISTER_REQUEST", referee: "REFEREE_REGISTER_REQUEST" } as const;

export type Role = keyof typeof TYPES;

export const ROLES = ["player", "referee"] as const;

export function ofEachRole(change: (role: Role) => FaultInjection): FaultInjection {
  return all(...ROLES.map(change));
}

/** Accepts registrations that the reference rejects for this reason, if `fits` is true for them. */
function accepts(reason: string, fits: (endpoint: string) => boolean = () => true) {
  const admits = (role: Role) =>
    changeReply(TYPES[role], (reply, { request, tools }) => {
      const meta = request[`${role}_meta`];
      const endpoint = isObject(meta) ? String(meta.contact_endpoint) : "";
      return reply.reason === reason && fits(endpoint) ? acceptance(reply, role, tools) : undefined;
    });
  return all(admits("player"), admits("referee"));
}

/** The answer, changed to an acceptance. */
function acceptance(reply: JsonObject, role: Role, { random }: FaultTools): JsonObject {
  return {
    ...reply,
    status: "ACCEPTED",
    [`${role}_id`]: `${role === "player" ? "P" : "REF"}${50 + random.below(50)}`,
    auth_token: Buffer.from(random.bytes(16)).toString("hex"),
    league_id: "league_reference",
    reason: null,
  };
}

/** Accepts a registration that it would reject for this reason, if another agent registers at the same moment. */
function acceptsAtOnce(reason: string) {
  return () => {
    let last_ms = -1;
    return ofEachRole((role) =>
      changeReply(TYPES[role], (reply, { tools }) => {
        const raced = tools.clock.now() === last_ms;
        last_ms = tools.clock.now();
        return raced && reply.reason === reason ? acceptance(reply, role, tools) : undefined;
      }),
    );
  };
}

/** Defaults of members that a registration lacks. */
const DEFAULTS = {
  version: "0",
  game_types: ["even_odd"],
  contact_endpoint: "http://127.0.0.1:9/mcp",
  max_concurrent_matches: 1,
};

/** Answers queries with this value in place of a token. */
function answersQueriesWith(token: unknown): () => FaultInjection {
  return withLeague(({ members }) =>
    changeRequest("LEAGUE_QUERY", (query) => {
      const own = members.find(({ role, id }) => query.sender === `${role}:${id}`);
      return own === undefined || query.auth_token !== token
        ? undefined
        : { ...query, auth_token: own.token };
    }),
  );
}

export const managerAdmissionMutants: readonly Mutant[] = [
  {
    id: "manager:answers-queries-without-a-token",
    fault: "Answers queries without a token.",
    inject: answersQueriesWith(undefined),
  },
  {
    id: "manager:answers-queries-with-an-empty-token",
    fault: "Answers queries whose token is empty.",
    inject: answersQueriesWith(""),
  },
  {
    id: "manager:takes-duplicate-names",
    fault: "Admits a second agent of the same name.",
    inject: accepts("Duplicate name"),
  },
  {
    id: "manager:checks-one-name-only",
    fault: "Compares the name of a new agent only with that of the agent before it.",
    inject: () =>
      ofEachRole((role) => {
        let last: unknown;
        return changeReply(TYPES[role], (reply, { request, tools }) => {
          const meta = request[`${role}_meta`];
          const name = isObject(meta) ? meta.display_name : undefined;
          const isOld = reply.reason === "Duplicate name" && name !== last;
          last = name;
          return isOld ? acceptance(reply, role, tools) : undefined;
        });
      }),
  },
  {
    id: "manager:identifies-agents-by-endpoint",
    fault: "Admits a second agent of the same name if it names the endpoint of the first.",
    inject: () => {
      const known = new Set<string>();
      return ofEachRole((role) =>
        changeReply(TYPES[role], (reply, { request, tools }) => {
          const meta = request[`${role}_meta`];
          const agent = isObject(meta) ? JSON.stringify([meta.display_name, meta.contact_endpoint]) : "";
          if (reply.reason === "Duplicate name" && known.has(agent)) return acceptance(reply, role, tools);
          known.add(agent);
          return undefined;
        }),
      );
    },
  },
  {
    id: "manager:takes-http-only",
    fault: "Rejects agents whose endpoint is an https URL.",
    inject: ofEachRole((role) =>
      changeRequest(TYPES[role], (message) => {
        const meta = message[`${role}_meta`];
        if (!isObject(meta) || !String(meta.contact_endpoint).startsWith("https:")) return undefined;
        return { ...message, [`${role}_meta`]: { ...meta, contact_endpoint: "ftp://127.0.0.1/" } };
      }),
    ),
  },
  {
    id: "manager:takes-too-many",
    fault: "Admits more agents than the league has places.",
    inject: accepts("League full"),
  },
  {
    id: "manager:takes-any-game",
    fault: "Admits agents that play none of the league's games.",
    inject: accepts("Unsupported game type"),
  },
  {
    id: "manager:takes-any-endpoint",
    fault: "Admits agents whose endpoint is no http URL.",
    inject: accepts("Invalid endpoint", (endpoint) => !endpoint.startsWith("http")),
  },
  {
    id: "manager:calls-foreign-endpoints",
    fault: "Admits agents whose endpoint is on any host.",
    inject: accepts("Invalid endpoint", (endpoint) => endpoint.startsWith("http")),
  },
  {
    id: "manager:other-reasons",
    fault: "Rejects without stating the reason.",
    inject: ofEachRole((role) =>
      changeReply(TYPES[role], (reply) =>
        reply.status === "REJECTED" ? { ...reply, reason: "No" } : undefined,
      ),
    ),
  },
  {
    id: "manager:takes-incomplete-meta",
    fault: "Fills in the missing members of a registration itself.",
    inject: ofEachRole((role) =>
      changeRequest(TYPES[role], (message, { tools }) => {
        const meta = message[`${role}_meta`];
        const display_name = `unnamed ${tools.random.below(1_000_000)}`;
        return isObject(meta)
          ? { ...message, [`${role}_meta`]: { display_name, ...DEFAULTS, ...meta } }
          : undefined;
      }),
    ),
  },
  {
    id: "manager:takes-latecomers",
    fault: "Admits agents after the league has started.",
    inject: withLeague(({ announced }) =>
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
  },
  {
    id: "manager:requires-a-single-game-type",
    fault: "Rejects agents that also play another game.",
    inject: ofEachRole((role) =>
      changeRequest(TYPES[role], (message) => {
        const meta = message[`${role}_meta`];
        if (!isObject(meta) || !Array.isArray(meta.game_types) || meta.game_types.length === 1)
          return undefined;
        return { ...message, [`${role}_meta`]: { ...meta, game_types: ["tic_tac_toe"] } };
      }),
    ),
  },
  {
    id: "manager:opens-again-at-the-end",
    fault: "Admits agents when its league has ended.",
    inject: () => {
      let ended = false;
      return all(
        onCall("LEAGUE_COMPLETED", (send, body) => {
          ended = true;
          return send(body);
        }),
        ofEachRole((role) =>
          changeReply(TYPES[role], (reply, { tools }) =>
            ended && reply.status === "REJECTED" ? acceptance(reply, role, tools) : undefined,
          ),
        ),
      );
    },
  },
  {
    id: "manager:takes-a-name-twice-at-once",
    fault: "Checks before a wait whether a name is taken, and not again when it stores the agent.",
    inject: acceptsAtOnce("Duplicate name"),
  },
  {
    id: "manager:takes-too-many-at-once",
    fault: "Counts its agents before a wait, and not again when it stores one.",
    inject: acceptsAtOnce("League full"),
  },
  {
    id: "manager:rejects-again-after-a-rejection",
    fault: "Treats the name of a rejected agent as taken.",
    inject: () => {
      const rejected = new Set<unknown>();
      return ofEachRole((role) =>
        changeReply(TYPES[role], (reply, { request }) => {
          const meta = request[`${role}_meta`];
          const name = isObject(meta) ? meta.display_name : undefined;
          if (rejected.has(name))
            return {
              ...reply,
              status: "REJECTED",
              [`${role}_id`]: null,
              auth_token: null,
              reason: "Duplicate name",
            };
          if (reply.status === "REJECTED" && reply.reason !== "Duplicate name") rejected.add(name);
          return undefined;
        }),
      );
    },
  },
];
