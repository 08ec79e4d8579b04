/** Answers of a league to the registration of our player. */
import { createPlayer } from "../../src/index.js";
import { SimulatedPlatform, urlOf } from "../../src/testing/index.js";
import { HeaderBodyManager } from "../wire/wild/header-body-agents.js";
import { type Body, bodyOf } from "../wire/wild/wild-player.js";
import { both, type Case, type Cases } from "./cases.js";

/** The answer to a request at a path; undefined for HTTP 404. */
type League = (path: string, request: Body) => Body | undefined;

const token = "t".repeat(32);
const whole = (fields: Body): Body => ({
  ...{ protocol: "league.v2", message_type: "LEAGUE_REGISTER_RESPONSE", sender: "league_manager" },
  ...{ timestamp: "2025-01-01T00:00:00.000Z", conversation_id: "conv", status: "ACCEPTED", player_id: "P07" },
  ...{ auth_token: token, league_id: "spring", reason: null, ...fields },
});
/** At `/mcp`, for registrations only. */
const result =
  (value: unknown): League =>
  (path, { id, method, params }) => {
    if (path !== "/mcp") return undefined;
    const isRead = JSON.stringify({ method, params }).includes("register");
    const error = { code: -32601, message: "Method not found" };
    return { jsonrpc: "2.0", id, ...(isRead ? { result: value } : { error }) };
  };
const at =
  (path: string, body: Body): League =>
  (asked) =>
    asked === path ? body : undefined;

/** Whether our player takes the answer for an acceptance. */
const enters = (league: League): Case =>
  both((strict) =>
    entersAt(({ network }) => {
      network.attach(new URL(urlOf(8000)).origin, async ({ path, body }) => {
        const text = String(body);
        const { pathname } = new URL(path, urlOf(8000));
        const answer = league(pathname, text === "" ? {} : bodyOf(JSON.parse(text)));
        const headers = { "content-type": "application/json" };
        if (answer === undefined) return { status: 404, headers, body: '{"detail":"Not Found"}' };
        return { status: 200, headers, body: JSON.stringify(answer) };
      });
    }, strict),
  );

async function entersAt(attach: (platform: SimulatedPlatform) => unknown, strict: boolean): Promise<boolean> {
  const platform = new SimulatedPlatform();
  attach(platform);
  const player = createPlayer({ displayName: "alpha", choose: () => "even", strict });
  const running = platform.connect(player, 8101, urlOf(8000));
  try {
    await platform.clock.run(running.registered);
    return true;
  } finally {
    await running.close();
  }
}

export const acceptances: Cases = {
  "an acceptance in an object": enters(
    result({ status: "registered", data: { player_id: "P07", token: "t" } }),
  ),
  "an acceptance of another type": enters(result(whole({ message_type: "REGISTRATION_ACK" }))),
  "an acceptance with agent_id": enters(result(whole({ player_id: undefined, agent_id: "P07" }))),
  "an acceptance with pid": enters(result({ status: "ok", pid: "P07" })),
  "an acceptance at /register": enters(at("/register", { status: "ok", id: "P07" })),
  "an id and a token": enters(result({ id: 7, token: "t", seat: 3 })),
  "the own id under an unknown name": enters(
    result({ message: "welcome", who: "P07", auth_token: token, accepted: true }),
  ),
  "an acceptance in other spelling": enters(
    result({ Status: "ACCEPTED", PlayerId: "P07", AuthToken: token }),
  ),
  "an acceptance without an id at /register": enters(at("/register", { status: "ok" })),
  "an acceptance without an id, for two objects": both((strict) =>
    entersAt((platform) => new HeaderBodyManager(urlOf(8000), platform.network), strict),
  ),
  "ok with an id": enters(result({ ok: true, id: "P07" })),
  "an acceptance at a usual path": enters(at("/register_player", { status: "ok", player_id: 7 })),
  "an acceptance without a token": enters(result(whole({ auth_token: null }))),
  "a numbered league manager": enters(result(whole({ sender: "league_manager:LM01" }))),
};
