/** One path a message in snake case, flat bodies, one missing field named at a time, and HTML for unknown paths. */
import type { Answer, Call, ServicePlayer, ServiceReferee } from "./service.js";

const page = (status: number, title: string): Answer => ({
  status,
  body: `<!doctype html>\n<html lang=en>\n<title>${status} ${title}</title>\n<h1>${title}</h1>\n`,
});

/** The reason of a refusal; undefined for an accepted call. */
function refusal(routes: Readonly<Record<string, readonly string[]>>, call: Call): Answer | undefined {
  const fields = routes[call.path];
  if (fields === undefined) return page(404, "Not Found");
  if (call.verb !== "POST") return page(405, "Method Not Allowed");
  const missing = fields.find((field) => !(field in call.body));
  return missing === undefined ? undefined : { status: 400, body: { error: `Missing field: ${missing}` } };
}

const registered = async (
  path: string,
  role: string,
  ...[{ name, base }, league, post]: Parameters<ServicePlayer["register"]>
) => {
  const reply = await post(`${new URL(league).origin}${path}`, { name, url: base });
  const id = reply.body[`${role}_id`];
  if (reply.status >= 300 || id === undefined) throw new Error(JSON.stringify(reply));
  return id;
};

export const flaskPlayer: ServicePlayer = {
  name: "flask",
  register: (...all) => registered("/register_player", "player", ...all),
  answer: (call, self, noted) => {
    const routes = {
      "/round_announcement": [],
      "/game_invitation": ["match_id", "opponent"],
      "/choose_parity": ["match_id"],
      "/game_over": ["match_id", "result"],
    };
    const refused = refusal(routes, call);
    if (refused !== undefined) return refused;
    const { match_id } = call.body;
    if (call.path === "/game_invitation") {
      noted("invitation", match_id);
      return { status: 200, body: { status: "accepted" } };
    }
    if (call.path === "/choose_parity") {
      noted("choice", match_id);
      return { status: 200, body: { parity: self.choice } };
    }
    if (call.path === "/game_over") noted("result", match_id);
    return { status: 200, body: { status: "ok" } };
  },
};

export const flaskReferee: ServiceReferee = {
  name: "flask",
  register: (...all) => registered("/register_referee", "referee", ...all),
  answer: async (call, _self, noted, play) => {
    const fields = ["match_id", "player1_id", "player1_url", "player2_id", "player2_url"];
    const refused = refusal({ "/run_match": fields }, call);
    if (refused !== undefined) return refused;
    const { match_id, round_id, player1_id, player1_url, player2_id, player2_url } = call.body;
    noted("start", match_id);
    const sides = [
      { id: player1_id, url: String(player1_url) },
      { id: player2_id, url: String(player2_url) },
    ] as const;
    const { winner, number, choices } = await play({ match: match_id, round: round_id, sides });
    return {
      status: 200,
      body: {
        ...{ match_id, winner: winner ?? "draw", number },
        ...{ player1_choice: choices[0], player2_choice: choices[1] },
      },
    };
  },
  invite: async (to, other, { match, round }, post) => {
    const own = { match_id: match, opponent: other.id, round };
    return (await post(`${to.url}/game_invitation`, own)).body.status === "accepted";
  },
  choose: async (to, { match }, post) =>
    (await post(`${to.url}/choose_parity`, { match_id: match, player_id: to.id })).body.parity,
  tell: (to, { match, winner, number }, post) => {
    const result = winner === null ? "draw" : winner === to.id ? "win" : "loss";
    return post(`${to.url}/game_over`, { match_id: match, result, number });
  },
};
