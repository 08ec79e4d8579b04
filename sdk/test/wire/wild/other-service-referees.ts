/** Referees with conventions of other web frameworks, written before the rules for them. */
import type { Answer, Post, ServiceReferee, Side } from "./service.js";
import { type Body, bodyOf } from "./wild-player.js";

const json = (body: unknown, status = 200): Answer => ({ status, body });
const originOf = (url: string) => new URL(url).origin;

const railsSide = (value: unknown): Side => {
  const { id, url } = bodyOf(value);
  return { id, url: String(url) };
};

/** Every body has its content in one object that is named for the resource: `{"invitation": {…}}`. */
export const resourceReferee: ServiceReferee = {
  name: "resource",
  register: async ({ name, base }, league, post) => {
    const reply = await post(`${originOf(league)}/referees`, { referee: { name, url: base } });
    const id = bodyOf(reply.body.referee).id ?? reply.body.id;
    if (reply.status >= 300 || id === undefined) throw new Error(JSON.stringify(reply));
    return id;
  },
  answer: ({ verb, path, body }, _self, noted, play) => {
    if (path !== "/matches" || verb !== "POST") return json({ status: 404, error: "Not Found" }, 404);
    const bad = (name: string) => {
      const message = `param is missing or the value is empty: ${name}`;
      return json({ status: 400, error: "Bad Request", message }, 400);
    };
    const match = bodyOf(body.match);
    if (Object.keys(match).length === 0) return bad("match");
    const { id, round, players } = match;
    if (id === undefined) return bad("id");
    if (!Array.isArray(players) || players.length !== 2) return bad("players");
    const [a, b] = players.map(railsSide) as [Side, Side];
    if (!a.url.startsWith("http")) return bad("url");
    noted("start", id);
    void play({ match: id, round, sides: [a, b] });
    return json({ match: { id, status: "started" } }, 201);
  },
  invite: async (to, other, { match, round }, post) => {
    const own = { invitation: { match_id: match, round, opponent_id: other.id } };
    const { status, body } = await post(`${to.url}/invitations`, own);
    return status < 300 && bodyOf(body.invitation).status === "accepted";
  },
  choose: async (to, { match }, post) => {
    const { body } = await post(`${to.url}/choices`, { choice: { match_id: match, player_id: to.id } });
    return bodyOf(body.choice).value ?? body.choice;
  },
  tell: (to, { match, winner, number }, post) =>
    post(`${to.url}/results`, { result: { match_id: match, winner_id: winner, number } }),
  report: ({ match, winner, number, choices, sides: [a, b] }, _self, league, post) =>
    post(`${originOf(league)}/matches/${String(match)}/result`, {
      result: {
        ...{ winner_id: winner, drawn_number: number },
        choices: [a, b].map((side, index) => ({ player_id: side.id, value: choices[index] })),
      },
    }),
};

async function call(post: Post, url: string, method: string, params: Body): Promise<Body> {
  const { body } = await post(url, { jsonrpc: "2.0", id: "req-1", method, params });
  if (body.error !== undefined) throw new Error(`${method}: ${JSON.stringify(body.error)}`);
  return bodyOf(body.result);
}

const issued = { issuedAt: "2025-12-20T10:00:00.123456" };

/** JSON-RPC methods that are named for classes of requests, camelCase members, and times without a zone. */
export const classReferee: ServiceReferee = {
  name: "class",
  register: async ({ name, base }, league, post) => {
    const own = { name, endpoint: `${base}/mcp`, maxConcurrentMatches: 2, ...issued };
    const { refereeId } = await call(post, league, "RefereeRegistrationRequest", own);
    if (refereeId === undefined) throw new Error("no refereeId");
    return refereeId;
  },
  answer: ({ verb, path, body }, _self, noted, play) => {
    if (path !== "/mcp" || verb !== "POST") return { status: 404, body: "Not Found" };
    const { id, method, params } = body;
    const fail = (code: number, message: string) => json({ jsonrpc: "2.0", id, error: { code, message } });
    const known = ["StartMatchRequest", "HealthRequest"];
    if (!known.includes(String(method)))
      return fail(-32601, `No handler for ${String(method)}; handlers: ${known.join(", ")}`);
    if (method === "HealthRequest") return json({ jsonrpc: "2.0", id, result: { healthy: true } });
    const { matchId, roundNumber, playerA, playerB } = bodyOf(params);
    if (matchId === undefined) return fail(-32602, "StartMatchRequest.matchId is missing");
    const sides = [playerA, playerB].map((value) => {
      const { playerId, endpoint } = bodyOf(value);
      return { id: playerId, url: String(endpoint) };
    }) as [Side, Side];
    const lost = sides.findIndex(({ url }) => !url.startsWith("http"));
    if (lost !== -1)
      return fail(-32602, `StartMatchRequest.${["playerA", "playerB"][lost]}.endpoint is missing`);
    noted("start", matchId);
    void play({ match: matchId, round: roundNumber, sides });
    return json({ jsonrpc: "2.0", id, result: { matchId, started: true } });
  },
  invite: async (to, other, { match, round }, post) => {
    const own = { matchId: match, roundNumber: round, opponent: { playerId: other.id }, ...issued };
    return (await call(post, to.url, "GameInvitationRequest", own)).accepted === true;
  },
  choose: async (to, { match }, post) =>
    (await call(post, to.url, "ParityChoiceRequest", { matchId: match, ...issued })).parityChoice,
  tell: (to, { match, winner, number }, post) => {
    const outcome = winner === null ? "DRAW" : winner === to.id ? "WIN" : "LOSS";
    return call(post, to.url, "GameOverNotification", {
      matchId: match,
      outcome,
      drawnNumber: number,
      ...issued,
    });
  },
  report: async ({ match, winner, number, choices, sides: [a, b] }, self, league, post) => {
    await call(post, league, "MatchReportRequest", {
      ...{ matchId: match, refereeId: self.id, winnerId: winner, drawnNumber: number, ...issued },
      choices: [a, b].map((side, index) => ({ playerId: side.id, choice: choices[index] })),
    });
    return { status: 200 };
  },
};
