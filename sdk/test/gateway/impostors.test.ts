/** Anybody can sign a message as a member of a league: a member that has shown no form without tokens has one. */
import { expect, it } from "vitest";
import * as core from "../../src/index.js";
import { SimulatedPlatform, urlOf } from "../../src/testing/index.js";
import { createLeagueManager } from "./agents.js";

type Message = Readonly<Record<string, unknown>>;

const forms: Readonly<Record<string, (message: Message) => object>> = {
  "in params": (params) => ({ jsonrpc: "2.0", id: 1, method: "report_match_result", params }),
  "in params.message": (message) => ({
    jsonrpc: "2.0",
    id: 1,
    method: "handle_message",
    params: { message },
  }),
  "under its type": (params) => ({ jsonrpc: "2.0", id: 1, method: "match_result_report", params }),
  "with no JSON-RPC around it": (message) => message,
};

/** The report with the other player as its winner. */
function forged({ auth_token: _, ...report }: Message, token: object): Message {
  const { winner, score, ...result } = report.result as { winner: string; score: Record<string, number> };
  const loser = Object.keys(score).find((id) => id !== winner) ?? "";
  const points = { [winner]: score[loser], [loser]: score[winner] };
  return { ...report, ...token, result: { ...result, winner: loser, score: points } };
}

it.each<[string, object]>([
  ["an empty token", { auth_token: "" }],
  ["null for its token", { auth_token: null }],
  ["no token", {}],
])(
  "a report with %s is not that of a canonical referee, in no form and not at the second time",
  async (_, token) => {
    const platform = new SimulatedPlatform();
    const manager = platform.connect(createLeagueManager({ players: 2, referees: 1 }), 8000);
    const post = { method: "POST", path: "/mcp", contentType: "application/json" };
    const send = platform.network.send.bind(platform.network);
    const winners: unknown[] = [];
    platform.network.send = async (request) => {
      const { method, params } = JSON.parse(request.body || "{}");
      // The referee has shown no token yet.
      if (method === "league_query") throw new core.TransportError("unreachable", "cut off");
      if (method === "report_match_result") {
        winners.push(params.result.winner);
        for (const form of Object.values(forms)) {
          const body = JSON.stringify(form(forged(params, token)));
          for (const attempt of ["first", "second"]) {
            const answer = await manager.handle({ ...post, body });
            expect(answer.body, `${attempt} of ${body}`).not.toMatch(
              /_ACK"|"(?:status|result)":"?(?:ok|recorded|true)/i,
            );
          }
        }
      }
      return send(request);
    };
    const referee = platform.connect(core.createReferee({ displayName: "Solomon" }), 8001, urlOf(8000));
    await platform.clock.run(referee.registered);
    const players = (["even", "odd"] as const).map((choice, index) =>
      platform.connect(
        core.createPlayer({ displayName: choice, choose: () => choice }),
        8101 + index,
        urlOf(8000),
      ),
    );
    const { champion } = await platform.clock.run(manager.ended);
    expect(winners).toEqual([champion?.player_id]);
    await Promise.all([...players, referee, manager].map((agent) => agent.close()));
  },
);
