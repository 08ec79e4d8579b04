/** Leagues of services: a manager and a referee with separate paths for their messages, which call agents at theirs. */
import type { Answer, Call, ServiceReferee } from "./service.js";
import { callsResources } from "./service-express.js";

export interface Entrant {
  readonly id: unknown;
  readonly name: string;
  readonly url: string;
}

/** The result in a report to a manager. */
export interface Reported {
  readonly match: unknown;
  readonly winner: unknown;
  readonly number: unknown;
}

export interface ServiceLeague {
  readonly name: string;
  /** The id of a match, from its round and its number in it. */
  readonly matchId: (round: number, index: number) => unknown;
  readonly answer: (
    call: Call,
    enter: (role: "player" | "referee", name: string, url: string) => unknown,
    record: (report: Reported) => void,
  ) => Answer;
  /** A message to a referee, and its path. */
  readonly order: (
    referee: Entrant,
    match: unknown,
    round: number,
    sides: readonly [Entrant, Entrant],
  ) => {
    readonly url: string;
    readonly body: unknown;
  };
  /** The message to a player at the start of a round and the end of the league; undefined for none. */
  readonly round: (
    player: Entrant,
    round: number,
  ) => { readonly url: string; readonly body: unknown } | undefined;
  readonly end: (
    player: Entrant,
    standings: readonly unknown[],
  ) => { readonly url: string; readonly body: unknown };
  /** The league's own referee. */
  readonly referee: Pick<ServiceReferee, "invite" | "choose" | "tell">;
}

const page = { status: 404, body: "<!doctype html>\n<title>404 Not Found</title>\n<h1>Not Found</h1>\n" };

/** A path a message, snake case, flat bodies, and one missing field named at a time. */
export const pathsLeague: ServiceLeague = {
  name: "paths",
  matchId: (round, index) => `match_${round}_${index}`,
  answer: ({ verb, path, body }, enter, record) => {
    const fields: Readonly<Record<string, readonly string[]>> = {
      "/register_player": ["name", "url"],
      "/register_referee": ["name", "url"],
      "/report_result": ["match_id", "winner", "number"],
    };
    const required = fields[path];
    if (required === undefined) return page;
    if (verb !== "POST") return { status: 405, body: "<title>405 Method Not Allowed</title>" };
    const missing = required.find((one) => !(one in body));
    if (missing !== undefined) return { status: 400, body: { error: `Missing field: ${missing}` } };
    const { name, url, match_id, winner, number } = body;
    if (path === "/report_result") {
      record({ match: match_id, winner: winner === "draw" ? null : winner, number });
      return { status: 200, body: { status: "ok" } };
    }
    const role = path === "/register_player" ? "player" : "referee";
    const id = enter(role, String(name), String(url));
    return { status: 200, body: { status: "registered", [`${role}_id`]: id } };
  },
  order: ({ url }, match, round, [a, b]) => ({
    url: `${url}/start_match`,
    body: {
      ...{ match_id: match, round_id: round, player1_id: a.id, player1_url: a.url },
      ...{ player2_id: b.id, player2_url: b.url },
    },
  }),
  round: ({ url }, round) => ({ url: `${url}/round_start`, body: { round_id: round } }),
  end: ({ url }, standings) => ({ url: `${url}/league_over`, body: { standings } }),
  referee: {
    invite: async (to, other, { match, round }, post) => {
      const own = { match_id: match, round_id: round, opponent_id: other.id };
      return (await post(`${to.url}/invite`, own)).body.accepted === true;
    },
    choose: async (to, { match }, post) => (await post(`${to.url}/choose`, { match_id: match })).body.choice,
    tell: (to, { match, winner, number }, post) =>
      post(`${to.url}/result`, { match_id: match, winner: winner ?? "draw", number }),
  },
};

const refused = (status: number, message: string): Answer => ({
  status,
  body: { success: false, error: { message } },
});

/** Whole numbers as ids, camelCase, everything inside of `data`, and the match in the path. */
export const resourcesLeague: ServiceLeague = {
  name: "resources",
  matchId: (round, index) => round * 100 + index,
  answer: ({ verb, path, body }, enter, record) => {
    const ok = (status: number, data: unknown) => ({ status, body: { success: true, data } });
    const endpoints = ["POST /api/register", "POST /api/matches/:matchId/result"];
    if (verb === "GET" && path === "/") return ok(200, { service: "league", endpoints });
    const match = /^\/api\/matches\/(\d+)\/result$/.exec(path)?.[1];
    if (verb !== "POST" || (path !== "/api/register" && match === undefined))
      return refused(404, `Route ${verb} ${path} not found`);
    const required = match === undefined ? ["name", "role", "callbackUrl"] : ["drawnNumber"];
    const missing = required.find((one) => body[one] === undefined);
    if (missing !== undefined) return refused(400, `"${missing}" is required`);
    const { role, name, callbackUrl, winnerId, drawnNumber } = body;
    if (match !== undefined) {
      record({ match: Number(match), winner: winnerId ?? null, number: drawnNumber });
      return ok(200, null);
    }
    if (role !== "player" && role !== "referee") return refused(400, '"role" must be player or referee');
    return ok(201, { id: enter(role, String(name), String(callbackUrl)), token: `t-${String(name)}` });
  },
  order: ({ url }, match, round, sides) => ({
    url: `${url}/api/matches`,
    body: {
      ...{ matchId: match, roundNumber: round },
      players: sides.map((side) => ({ playerId: side.id, callbackUrl: side.url })),
    },
  }),
  round: () => undefined,
  end: ({ url }, standings) => ({ url: `${url}/api/league/finished`, body: { standings } }),
  referee: callsResources,
};
