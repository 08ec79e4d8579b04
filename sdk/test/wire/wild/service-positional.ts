/** JSON-RPC with dotted method names; functions that take their arguments by position or by their exact names. */
import type { Answer, Call, Post, ServicePlayer, ServiceReferee } from "./service.js";
import { bodyOf } from "./wild-player.js";

type Functions = Readonly<Record<string, readonly string[]>>;

const failure = (id: unknown, code: number, message: string, data?: string): Answer => ({
  status: 200,
  body: { jsonrpc: "2.0", id, error: { code, message, ...(data !== undefined && { data }) } },
});

/** The arguments of a call in the order of the parameters, or the error. */
function bind(name: string, names: readonly string[], params: unknown): readonly unknown[] | string {
  const short = name.slice(name.indexOf(".") + 1);
  if (Array.isArray(params)) {
    if (params.length > names.length)
      return `${short}() takes ${names.length} positional arguments but ${params.length} were given`;
    const absent = names.slice(params.length);
    return absent.length === 0 ? params : lacks(short, absent);
  }
  const given = bodyOf(params);
  const unknown = Object.keys(given).find((key) => !names.includes(key));
  if (unknown !== undefined) return `${short}() got an unexpected keyword argument '${unknown}'`;
  const absent = names.filter((key) => !(key in given));
  return absent.length === 0 ? names.map((key) => given[key]) : lacks(short, absent);
}

const lacks = (short: string, absent: readonly string[]) => {
  const quoted = absent.map((one) => `'${one}'`);
  const list =
    quoted.length < 3 ? quoted.join(" and ") : `${quoted.slice(0, -1).join(", ")}, and ${quoted.at(-1)}`;
  return `${short}() missing ${absent.length} required positional argument${absent.length > 1 ? "s" : ""}: ${list}`;
};

function serve(functions: Functions, { verb, path, body }: Call) {
  if (path !== "/rpc") return { status: 404, body: "Not Found" } as const;
  if (verb !== "POST") return { status: 405, body: "Method Not Allowed" } as const;
  const { id, method, params } = body;
  if (method === "system.listMethods") return result(id, Object.keys(functions));
  const names = functions[String(method)];
  if (names === undefined) return failure(id, -32601, "Method not found");
  const args = bind(String(method), names, params);
  if (typeof args === "string") return failure(id, -32602, "Invalid params", args);
  return { method: String(method), args, id };
}

const result = (id: unknown, value: unknown): Answer => ({
  status: 200,
  body: { jsonrpc: "2.0", id, result: value },
});

async function call(post: Post, url: string, method: string, ...params: readonly unknown[]) {
  const { body } = await post(url, { jsonrpc: "2.0", method, params, id: 1 });
  if (body.error !== undefined) throw new Error(`${method}: ${JSON.stringify(body.error)}`);
  return body.result;
}

const registered = async (
  role: string,
  ...[{ name, base }, league, post]: Parameters<ServicePlayer["register"]>
) => {
  const answer = await call(post, league, `league.register_${role}`, name, `${base}/rpc`);
  const id = typeof answer === "string" ? answer : bodyOf(answer)[`${role}_id`];
  if (id === undefined) throw new Error(JSON.stringify(answer));
  return id;
};

export const positionalPlayer: ServicePlayer = {
  name: "positional",
  register: (...all) => registered("player", ...all),
  answer: (request, self, noted) => {
    const served = serve(
      {
        "player.invite": ["match_id", "opponent_id", "round_id"],
        "player.choose": ["match_id"],
        "player.result": ["match_id", "winner_id", "number"],
      },
      request,
    );
    if ("status" in served) return served;
    const { method, args, id } = served;
    if (method === "player.choose") {
      noted("choice", args[0]);
      return result(id, self.choice);
    }
    noted(method === "player.invite" ? "invitation" : "result", args[0]);
    return result(id, true);
  },
};

export const positionalReferee: ServiceReferee = {
  name: "positional",
  register: (...all) => registered("referee", ...all),
  answer: (request, _self, noted, play) => {
    const names = ["match_id", "player_a_id", "player_a_url", "player_b_id", "player_b_url"];
    const served = serve({ "referee.run_match": names }, request);
    if ("status" in served) return served;
    const [match, aId, aUrl, bId, bUrl] = served.args;
    noted("start", match);
    const sides = [
      { id: aId, url: String(aUrl) },
      { id: bId, url: String(bUrl) },
    ] as const;
    void play({ match, round: 1, sides });
    return result(served.id, true);
  },
  invite: async (to, other, { match, round }, post) =>
    (await call(post, to.url, "player.invite", match, other.id, round)) === true,
  choose: (to, { match }, post) => call(post, to.url, "player.choose", match),
  tell: (to, { match, winner, number }, post) => call(post, to.url, "player.result", match, winner, number),
  report: async ({ match, winner, number, choices }, _self, league, post) => {
    await call(post, league, "league.report_result", match, winner, number, ...choices);
    return { status: 200 };
  },
};
