/** One path for all: `{event, data}`, with whole numbers as ids. */
import type { Answer, Call, ServicePlayer, ServiceReferee, Side } from "./service.js";
import { type Body, bodyOf } from "./wild-player.js";

type Events = Readonly<Record<string, readonly string[]>>;

const refused = (error: string, more: Body = {}): Answer => ({ status: 400, body: { error, ...more } });

function serve(events: Events, { verb, path, body }: Call): Answer | { event: string; data: Body } {
  if (verb === "GET" && path === "/health") return { status: 200, body: { status: "up" } };
  if (path !== "/events" || verb !== "POST") return { status: 404, body: { error: "not found" } };
  const { event } = body;
  if (typeof event !== "string") return refused("event missing");
  const required = events[event];
  if (required === undefined) return refused(`unknown event: ${event}`, { supported: Object.keys(events) });
  const data = bodyOf(body.data);
  const absent = required.find((one) => data[one] === undefined);
  if (absent !== undefined) return refused(`data.${absent} missing`);
  if (!Number.isInteger(data.match)) return refused("data.match must be an integer");
  return { event, data };
}

const say = (event: string, data: Body): Answer => ({ status: 200, body: { event, data } });

const registered = async (
  role: string,
  ...[{ name, base }, league, post]: Parameters<ServicePlayer["register"]>
) => {
  const own = { event: "register", data: { role, name, url: base } };
  const reply = await post(`${new URL(league).origin}/events`, own);
  const id = bodyOf(reply.body.data).id ?? reply.body.id;
  if (reply.status >= 300 || id === undefined) throw new Error(JSON.stringify(reply));
  return id;
};

export const eventsPlayer: ServicePlayer = {
  name: "events",
  register: (...all) => registered("player", ...all),
  answer: (call, self, noted) => {
    const served = serve({ invited: ["match"], choose: ["match"], finished: ["match"] }, call);
    if ("status" in served) return served;
    const { match } = served.data;
    if (served.event === "invited") {
      noted("invitation", match);
      return say("joined", { match });
    }
    if (served.event === "choose") {
      noted("choice", match);
      return say("chosen", { match, choice: self.choice });
    }
    noted("result", match);
    return { status: 200, body: { event: "ok" } };
  },
};

const sideOf = (value: unknown): Side => {
  const { id, url } = bodyOf(value);
  return { id, url: String(url) };
};

export const eventsReferee: ServiceReferee = {
  name: "events",
  register: (...all) => registered("referee", ...all),
  answer: (call, _self, noted, play) => {
    const served = serve({ play: ["match", "players"] }, call);
    if ("status" in served) return served;
    const { match, round, players } = served.data;
    if (!Array.isArray(players) || players.length !== 2) return refused("data.players must have two players");
    if (players.some((one) => bodyOf(one).url === undefined)) return refused("data.players[0].url missing");
    noted("start", match);
    const [a, b] = players.map(sideOf) as [Side, Side];
    void play({ match, round, sides: [a, b] });
    return say("playing", { match });
  },
  invite: async (to, other, { match, round }, post) => {
    const own = { event: "invited", data: { match, round, opponent: other.id } };
    return (await post(`${to.url}/events`, own)).body.event === "joined";
  },
  choose: async (to, { match }, post) => {
    const { body } = await post(`${to.url}/events`, { event: "choose", data: { match } });
    return bodyOf(body.data).choice;
  },
  tell: (to, { match, winner, number }, post) =>
    post(`${to.url}/events`, { event: "finished", data: { match, winner, number } }),
  report: ({ match, winner, number }, _self, league, post) =>
    post(`${new URL(league).origin}/events`, { event: "result", data: { match, winner, number } }),
};
