/** Public referees: each behaves like one family of public agents. */

import { type Body, bodyOf, rpcError, rpcResult } from "./json-rpc.js";
import {
  asksCanonically,
  documentKeys,
  joined,
  meta,
  orderIn,
  registers,
  report,
  rpc,
  says,
  scored,
  winnerReport,
} from "./referee-messages.js";
import type { Acts, RefereeHabits } from "./wild-referee.js";

/**
 * Started by announcements, with players from its own configuration; has a name of the documents for one message only; looks
 * for a message in the HTTP body; sends players no token; wins score 1.
 */
const announcedWithDirectory: RefereeHabits = {
  name: "announced-with-directory",
  registration: (self) => rpc("register_referee", registers(self)),
  joined,
  ask: (type, fields, own) => {
    const self = { ...own, token: "" };
    if (type !== "CHOOSE_PARITY_CALL") return rpc(type.toLowerCase(), says(self, type, fields));
    const context = { ...bodyOf(fields.context), your_standings: {} };
    return rpc("choose_parity", says(self, type, { ...fields, context }));
  },
  read: (body) => (body.method === undefined ? body : bodyOf(body.params)),
  answer: ({ params, id }, _path, self, { understood, play }) => {
    const message = bodyOf(params);
    if (message.message_type !== "ROUND_ANNOUNCEMENT") {
      return { body: { status: "error", message: "Unknown message type" } };
    }
    understood("ROUND_ANNOUNCEMENT", message);
    const mine = (message.matches as Body[]).filter(({ referee_endpoint }) => referee_endpoint === self.url);
    for (const match of mine) {
      const at = (key: string) => ({
        id: String(match[key]),
        endpoint: self.directory.get(String(match[key])) ?? "",
      });
      const { match_id } = match;
      void play({
        match_id: String(match_id),
        round_id: message.round_id,
        a: at("player_A_id"),
        b: at("player_B_id"),
      });
    }
    return rpcResult(id, { status: "acknowledged", matches_started: mine.length });
  },
  report: (ending, self) =>
    rpc(
      "report_match_result",
      report(self, ending, {
        winner: ending.winner,
        score: scored(ending, 1, 0),
        details: { drawn_number: 0, choices: ending.choices },
        ...(ending.winner === null ? { is_draw: true } : {}),
      }),
    ),
};

/** One method; starts with an announcement with the players' addresses; draws are reported 0 to 0. */
const announcedInMessage: RefereeHabits = {
  name: "announced-in-message",
  registration: (self) => rpc("handle_message", { message: registers(self) }),
  joined,
  ask: (type, fields, self) => rpc("handle_message", { message: says(self, type, fields) }),
  read: asksCanonically.read,
  answer: ({ params, id }, _path, self, { understood, play }) => {
    const message = bodyOf(bodyOf(params).message);
    const type = String(message.message_type);
    if (type !== "ROUND_ANNOUNCEMENT" && type !== "LEAGUE_COMPLETED") {
      return rpcError(id, -32000, `Unknown message type: ${type}`, 500);
    }
    understood(type, message);
    for (const match of (message.matches ?? []) as Body[]) {
      if (match.referee_endpoint !== self.url || match.player_A_endpoint === undefined) continue;
      void play(orderIn(match, message.round_id, documentKeys));
    }
    return rpcResult(id, says(self, "ACK", {}));
  },
  report: (ending, self) =>
    rpc("handle_message", {
      message: winnerReport(self, ending, 0),
    }),
};

/** Started by one call, which is answered after the match. */
const blocking = (
  name: string,
  method: string,
  keys: readonly [string, string, string, string],
  own: Pick<RefereeHabits, "registration" | "report">,
): RefereeHabits => ({
  name,
  joined,
  ...asksCanonically,
  ...own,
  answer: async ({ method: called, params, id }, _path, _self, { understood, play }) => {
    if (called !== method) return rpcError(id, -32601, `Method not found: ${String(called)}`);
    const message = bodyOf(params);
    if (message.match_id === undefined) return rpcError(id, -32603, "'match_id'");
    understood("RUN_MATCH", message);
    await play(orderIn(message, message.round_id, keys));
    return rpcResult(id, { match_id: message.match_id, status: "COMPLETED", winner: null });
  },
});

const assignMatch = blocking("assign-match", "assign_match", documentKeys, {
  registration: (self) => rpc("register_referee", registers(self)),
  report: (ending, self) => rpc("report_match_result", winnerReport(self, ending)),
});

export const matchAssignment = blocking(
  "match-assignment",
  "MATCH_ASSIGNMENT",
  ["player_a", "player_b", "player_a_endpoint", "player_b_endpoint"],
  {
    registration: (self) => rpc("REFEREE_REGISTER_REQUEST", registers(self)),
    report: ({ a, b, match_id, round_id, winner, choices, number }, self) =>
      rpc(
        "MATCH_RESULT_REPORT",
        says(self, "MATCH_RESULT_REPORT", {
          match_id,
          round_id,
          player_a_id: a.id,
          player_b_id: b.id,
          player_a_choice: choices[a.id],
          player_b_choice: choices[b.id],
          drawn_number: number,
          winner_id: winner,
          player_a_result: winner === null ? "DRAW" : winner === a.id ? "WIN" : "LOSS",
          player_b_result: winner === null ? "DRAW" : winner === b.id ? "WIN" : "LOSS",
        }),
      ),
  },
);

/** START_MATCH from a numbered league manager, times of whole seconds, players from its own configuration. */
const startMatch: RefereeHabits = {
  name: "start-match",
  registration: (self) => rpc("register_referee", { ...registers(self), auth_token: "" }),
  joined,
  ...asksCanonically,
  answer: ({ method, params, id }, _path, self, { understood, play }) => {
    const message = bodyOf(params);
    if (method !== "START_MATCH")
      return rpcError(id, -32601, "Method not found", 404, { error_code: "E018" });
    if (message.sender !== "league_manager:LM01") return rpcError(id, -32602, "Sender not registered", 403);
    if (/\.\d/.test(String(message.timestamp))) return rpcError(id, -32602, "Invalid timestamp", 400);
    understood("RUN_MATCH", message);
    const at = (key: string) => ({
      id: String(message[key]),
      endpoint: self.directory.get(String(message[key])) ?? "",
    });
    const { match_id, round_id } = message;
    void play({ match_id: String(match_id), round_id, a: at("player_a_id"), b: at("player_b_id") });
    return rpcResult(id, { message_type: "START_MATCH_ACK", status: "MATCH_STARTED", match_id });
  },
  report: (ending, self) =>
    rpc(
      "MATCH_RESULT_REPORT",
      report(self, ending, {
        status: ending.winner === null ? "DRAW" : "WIN",
        winner: ending.winner,
        score: scored(ending, 3, 1),
        details: { drawn_number: ending.number, choices: ending.choices },
      }),
    ),
};

/** Reads the type alone, and acknowledges every notice; it does not answer an order that lacks a member. */
const acknowledgesAll: RefereeHabits = {
  name: "acknowledges-all",
  registration: (self) => rpc("register_referee", registers(self)),
  joined,
  ask: asksCanonically.ask,
  read: asksCanonically.read,
  answer: ({ params, id }, _path, self, { understood, play }) => {
    const message = bodyOf(params);
    const type = String(message.message_type);
    const answer = (message_type: string, fields: Body) =>
      rpcResult(id, { ...says({ ...self, token: "" }, message_type, fields), conversation_id: `c-${type}` });
    if (type !== "MATCH_ASSIGNMENT") return answer("ACK", {});
    const keys = ["player1_id", "player2_id", "player1_endpoint", "player2_endpoint"] as const;
    if (["match_id", ...keys].some((key) => message[key] === undefined))
      return { body: { jsonrpc: "2.0", id, result: null } };
    understood("RUN_MATCH", message);
    const { match_id, round_id } = message;
    void play(orderIn(message, round_id, keys));
    return answer("MATCH_ASSIGNMENT_ACK", { match_id, status: "accepted" });
  },
  report: assignMatch.report,
};

/** A tool that plays the whole match; registers without an envelope; leaves the context of a choice empty. */
const startTool: RefereeHabits = {
  name: "start-tool",
  registration: (self) =>
    rpc("tools/call", { name: "register_referee", arguments: { referee_meta: meta(self) } }),
  joined: (answer) => joined({ result: contentOf(answer) }),
  answer: async ({ method, params, id }, _path, _self, acts: Acts) => {
    const tools = ["start_match", "notify_league_completed"];
    if (method === "tools/list") return rpcResult(id, { tools: tools.map((name) => ({ name })) });
    if (method !== "tools/call") return rpcError(id, -32601, "Method not found");
    const { name, arguments: args } = bodyOf(params);
    if (!tools.includes(String(name))) return rpcError(id, -32603, `Unknown tool: ${String(name)}`);
    const message = bodyOf(args);
    acts.understood(name === "start_match" ? "RUN_MATCH" : "LEAGUE_COMPLETED", message);
    if (name === "start_match") await acts.play(orderIn(message, message.round_id, documentKeys));
    const answer =
      name === "start_match" ? { status: "STARTED", match_id: message.match_id } : { status: "ACK" };
    return rpcResult(id, { content: [{ type: "text", text: JSON.stringify(answer) }] });
  },
  ask: (type, fields, self) => {
    const names: Record<string, string> = {
      GAME_INVITATION: "receive_game_invitation",
      GAME_OVER: "receive_game_over",
    };
    const empty = { opponent_id: "", round_id: 0, your_standings: { wins: 0, losses: 0, draws: 0 } };
    const own = type === "CHOOSE_PARITY_CALL" ? { ...fields, context: empty } : fields;
    const name = names[type] ?? "choose_parity";
    const conversation_id = `conv-${name}-${String(fields.match_id)}`;
    return rpc("tools/call", { name, arguments: { ...says(self, type, own), conversation_id } });
  },
  read: (answer) => contentOf(answer),
  report: (ending, self) =>
    rpc("tools/call", {
      name: "report_match_result",
      arguments: report(self, ending, {
        winner: ending.winner,
        score: scored(ending, 3, 1),
        details: { drawn_number: ending.number, parity: "even", choices: ending.choices },
      }),
    }),
};

/** Reads answers in the result of a tool itself, and not in its content. */
const readsToolResult: RefereeHabits = {
  ...startTool,
  name: "reads-tool-result",
  read: (answer) => bodyOf(answer.result),
};

/** A plain POST at another path; it has no methods at /mcp. */
const postRunMatch: RefereeHabits = {
  ...assignMatch,
  name: "post-run-match",
  answer: async (request, path, _self, { understood, play }) => {
    const { id, match_id, round_id } = request;
    if (path !== "/run_match") return rpcError(id, -32601, "Method not found");
    understood("RUN_MATCH", request);
    await play(
      orderIn(request, round_id, ["player_a_id", "player_b_id", "player_a_endpoint", "player_b_endpoint"]),
    );
    return { body: { match_id, status: "completed" } };
  },
};

function contentOf(answer: Body): Body {
  const { content } = bodyOf(answer.result) as { content?: [{ text: string }] };
  return content === undefined ? {} : bodyOf(JSON.parse(content[0].text));
}

export const wildReferees: readonly RefereeHabits[] = [
  announcedWithDirectory,
  announcedInMessage,
  assignMatch,
  matchAssignment,
  startMatch,
  startTool,
  readsToolResult,
  postRunMatch,
  acknowledgesAll,
];
