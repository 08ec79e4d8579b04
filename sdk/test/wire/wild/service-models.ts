/** One path a message, declared models with `/openapi.json`, and 422 for invalid bodies. */
import type { Answer, Call, ServicePlayer, ServiceReferee, Side } from "./service.js";
import { type Body, bodyOf, isBody } from "./wild-player.js";

type Kind = "string" | "integer" | "object" | "Side";
type Model = Readonly<Record<string, Kind>>;
interface Route {
  readonly path: string;
  readonly title: string;
  readonly model: Model;
  readonly optional?: Model;
  readonly answers: string;
}

const fits: Record<Kind, (value: unknown) => boolean> = {
  string: (value) => typeof value === "string",
  integer: (value) => Number.isInteger(value),
  object: isBody,
  Side: (value) => isBody(value) && typeof value.player_id === "string" && typeof value.endpoint === "string",
};

const typed = (kind: Kind): Body =>
  kind === "Side" ? { $ref: "#/components/schemas/Side" } : { type: kind };

function schemaOf({ title, model, optional }: Route): Body {
  const all = Object.entries({ ...model, ...optional });
  const properties = Object.fromEntries(all.map(([name, kind]) => [name, { title: name, ...typed(kind) }]));
  return { title, type: "object", required: Object.keys(model), properties };
}

function describe(title: string, routes: readonly Route[]): Body {
  const paths = routes.map((route) => {
    const schema = { $ref: `#/components/schemas/${route.title}` };
    const post = {
      summary: route.title.replaceAll(/(?<=.)(?=[A-Z])/g, " "),
      operationId: `${route.path.slice(1).replaceAll("/", "_")}_post`,
      requestBody: { required: true, content: { "application/json": { schema } } },
      responses: { 200: { description: route.answers }, 422: { description: "Validation Error" } },
    };
    return [route.path, { post }] as const;
  });
  const health = ["/health", { get: { summary: "Health", responses: { 200: { description: "OK" } } } }];
  const side: Body = {
    ...{ title: "Side", type: "object", required: ["player_id", "endpoint"] },
    properties: { player_id: { type: "string" }, endpoint: { type: "string" } },
  };
  const schemas = Object.fromEntries(routes.map((route) => [route.title, schemaOf(route)]));
  return {
    openapi: "3.1.0",
    info: { title, version: "0.1.0" },
    paths: Object.fromEntries([...paths, health]),
    components: { schemas: { ...schemas, Side: side } },
  };
}

/** The answer to a call without a route or with an invalid body; undefined for a valid call. */
function refusal(title: string, routes: readonly Route[], { verb, path, body }: Call): Answer | undefined {
  if (verb === "GET" && path === "/health") return { status: 200, body: { status: "healthy" } };
  if (verb === "GET" && path === "/openapi.json") return { status: 200, body: describe(title, routes) };
  const route = routes.find((one) => one.path === path);
  if (route === undefined) return { status: 404, body: { detail: "Not Found" } };
  if (verb !== "POST") return { status: 405, body: { detail: "Method Not Allowed" } };
  const faults = Object.entries(route.model).flatMap(([name, kind]) => {
    const loc = ["body", name];
    if (body[name] === undefined) return [{ type: "missing", loc, msg: "Field required", input: body }];
    if (fits[kind](body[name])) return [];
    return [{ type: `${kind}_type`, loc, msg: `Input should be a valid ${kind}`, input: body[name] }];
  });
  return faults.length > 0 ? { status: 422, body: { detail: faults } } : undefined;
}

const invitation: Route = {
  path: "/game/invitation",
  title: "GameInvitation",
  model: { match_id: "string", league_id: "string", round_number: "integer", opponent_id: "string" },
  optional: { game_type: "string" },
  answers: "Invitation accepted",
};
const choose: Route = {
  path: "/game/choose",
  title: "ChooseRequest",
  model: { match_id: "string", player_id: "string" },
  optional: { deadline: "string" },
  answers: "The choice",
};
const result: Route = {
  path: "/game/result",
  title: "GameResult",
  model: { match_id: "string", drawn_number: "integer", choices: "object" },
  optional: { winner: "string" },
  answers: "Recorded",
};
const playerRoutes = [invitation, choose, result];

export const modelsPlayer: ServicePlayer = {
  name: "models",
  register: async ({ name, base }, league, post) => {
    const own = { player_name: name, game_types: ["even_odd"], endpoint: base };
    const reply = await post(`${new URL(league).origin}/register/player`, own);
    if (reply.status >= 300 || reply.body.player_id === undefined) throw new Error(JSON.stringify(reply));
    return reply.body.player_id;
  },
  answer: (call, self, noted) => {
    const refused = refusal("Player", playerRoutes, call);
    if (refused !== undefined) return refused;
    const { match_id, player_id } = call.body;
    if (call.path === invitation.path) {
      noted("invitation", match_id);
      return { status: 200, body: { player_id: self.id, match_id, accepted: true } };
    }
    if (call.path === choose.path) {
      noted("choice", match_id);
      return { status: 200, body: { player_id, match_id, choice: self.choice } };
    }
    noted("result", match_id);
    return { status: 200, body: { message: "result recorded" } };
  },
};

const start: Route = {
  path: "/matches",
  title: "MatchCreate",
  model: { match_id: "string", round_number: "integer", player_a: "Side", player_b: "Side" },
  answers: "Match started",
};

const sideOf = (value: unknown): Side => {
  const { player_id, endpoint } = bodyOf(value);
  return { id: player_id, url: String(endpoint) };
};

export const modelsReferee: ServiceReferee = {
  name: "models",
  register: async ({ name, base }, league, post) => {
    const own = { referee_name: name, endpoint: base, max_concurrent_matches: 2 };
    const reply = await post(`${new URL(league).origin}/register/referee`, own);
    if (reply.status >= 300 || reply.body.referee_id === undefined) throw new Error(JSON.stringify(reply));
    return reply.body.referee_id;
  },
  answer: (call, _self, noted, play) => {
    const refused = refusal("Referee", [start], call);
    if (refused !== undefined) return refused;
    const { match_id, round_number, player_a, player_b } = call.body;
    noted("start", match_id);
    void play({ match: match_id, round: round_number, sides: [sideOf(player_a), sideOf(player_b)] });
    return { status: 202, body: { match_id, status: "started" } };
  },
  invite: async (to, other, { match, round }, post) => {
    const own = { match_id: match, league_id: "league", round_number: round, opponent_id: other.id };
    const { body } = await post(`${to.url}/game/invitation`, { ...own, game_type: "even_odd" });
    return body.accepted === true;
  },
  choose: async (to, { match }, post) => {
    const own = { match_id: match, player_id: to.id, deadline: "2030-01-01T00:00:00Z" };
    return (await post(`${to.url}/game/choose`, own)).body.choice;
  },
  tell: (to, { match, winner, number, choices, sides: [a, b] }, post) =>
    post(`${to.url}/game/result`, {
      ...{ match_id: match, winner, drawn_number: number },
      choices: { [String(a.id)]: choices[0], [String(b.id)]: choices[1] },
    }),
  report: ({ match, winner, number, choices, sides: [a, b] }, self, league, post) =>
    post(`${new URL(league).origin}/match/result`, {
      ...{ match_id: match, referee_id: self.id, winner, is_draw: winner === null, drawn_number: number },
      choices: { [String(a.id)]: choices[0], [String(b.id)]: choices[1] },
    }),
};
