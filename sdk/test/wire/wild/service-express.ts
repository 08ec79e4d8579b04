/** Resources in paths, camelCase, `{success, data}` around everything, and a list of endpoints at `/`. */
import type { Answer, Call, ServicePlayer, ServiceReferee, Side } from "./service.js";
import { bodyOf } from "./wild-player.js";

const ok = (data: unknown, status = 200): Answer => ({ status, body: { success: true, data } });

const refused = (status: number, code: string, message: string): Answer => ({
  status,
  body: { success: false, error: { code, message } },
});

const notFound = ({ verb, path }: Call): Answer =>
  refused(404, "NOT_FOUND", `Route ${verb} ${path} not found`);

const missing = ({ body }: Call, ...required: readonly string[]): Answer | undefined => {
  const first = required.find((one) => body[one] === undefined);
  return first === undefined ? undefined : refused(400, "VALIDATION_ERROR", `"${first}" is required`);
};

/** How a referee of this style calls its players. */
export const callsResources: Pick<ServiceReferee, "invite" | "choose" | "tell"> = {
  invite: async (to, other, { match, round }, post) => {
    const own = { matchId: match, opponentId: other.id, roundNumber: round };
    const { body } = await post(`${to.url}/api/invitations`, own);
    return bodyOf(body.data).accepted === true;
  },
  choose: async (to, { match }, post) => {
    const { body } = await post(`${to.url}/api/matches/${String(match)}/choice`, {});
    return bodyOf(body.data).choice;
  },
  tell: (to, { match, winner, number }, post) =>
    post(`${to.url}/api/matches/${String(match)}/result`, { winnerId: winner, drawnNumber: number }),
};

const registered = async (
  path: string,
  key: string,
  ...[{ name, base }, league, post]: Parameters<ServicePlayer["register"]>
) => {
  const own = { displayName: name, callbackUrl: base };
  const reply = await post(`${new URL(league).origin}${path}`, own);
  const { [key]: id } = bodyOf(reply.body.data);
  if (reply.body.success !== true || id === undefined) throw new Error(JSON.stringify(reply));
  return id;
};

const index = (name: string, endpoints: readonly string[]) => ok({ name, version: "1.0.0", endpoints });

export const expressPlayer: ServicePlayer = {
  name: "express",
  register: (...all) => registered("/api/players", "playerId", ...all),
  answer: (call, self, noted) => {
    const { verb, path, body } = call;
    if (verb === "GET" && path === "/") {
      const choice = "POST /api/matches/:matchId/choice";
      return index("player", ["POST /api/invitations", choice, "POST /api/matches/:matchId/result"]);
    }
    const [, match, what] = /^\/api\/matches\/([^/]+)\/(choice|result)$/.exec(path) ?? [];
    if (verb !== "POST" || (path !== "/api/invitations" && match === undefined)) return notFound(call);
    if (match === undefined) {
      const fault = missing(call, "matchId", "opponentId");
      if (fault !== undefined) return fault;
      noted("invitation", body.matchId);
      return ok({ matchId: body.matchId, accepted: true }, 201);
    }
    if (what === "choice") {
      noted("choice", match);
      return ok({ choice: self.choice });
    }
    const fault = missing(call, "drawnNumber");
    if (fault !== undefined) return fault;
    noted("result", match);
    return ok(null);
  },
};

const sideOf = (value: unknown): Side => {
  const { playerId, callbackUrl } = bodyOf(value);
  return { id: playerId, url: String(callbackUrl) };
};

export const expressReferee: ServiceReferee = {
  name: "express",
  register: (...all) => registered("/api/referees", "refereeId", ...all),
  answer: (call, _self, noted, play) => {
    const { verb, path, body } = call;
    if (verb === "GET" && path === "/") return index("referee", ["POST /api/matches"]);
    if (verb !== "POST" || path !== "/api/matches") return notFound(call);
    const fault = missing(call, "matchId", "players");
    if (fault !== undefined) return fault;
    const { matchId, roundNumber, players } = body;
    if (!Array.isArray(players) || players.some((one) => bodyOf(one).callbackUrl === undefined))
      return refused(400, "VALIDATION_ERROR", '"players[0].callbackUrl" is required');
    noted("start", matchId);
    const [a, b] = players.map(sideOf) as [Side, Side];
    void play({ match: matchId, round: roundNumber, sides: [a, b] });
    return ok({ matchId, status: "RUNNING" }, 202);
  },
  ...callsResources,
  report: ({ match, winner, number, choices, sides: [a, b] }, _self, league, post) =>
    post(`${new URL(league).origin}/api/matches/${String(match)}/result`, {
      ...{ winnerId: winner, isDraw: winner === null, drawnNumber: number },
      choices: { [String(a.id)]: choices[0], [String(b.id)]: choices[1] },
    }),
};
