/** Referees whose order has flat names of the players: one answers it before the match, the other one after its report. */

import { type Body, bodyOf, rpcError, rpcResult } from "./json-rpc.js";
import { asksCanonically, joined, orderIn, registers, rpc, winnerReport } from "./referee-messages.js";
import type { RefereeHabits } from "./wild-referee.js";

const keys = ["player_a", "player_b", "player_a_endpoint", "player_b_endpoint"] as const;

function flatOrder(name: string, answers: "before the match" | "after the report"): RefereeHabits {
  return {
    name,
    registration: (self) => rpc("register_referee", registers(self)),
    joined,
    ...asksCanonically,
    answer: async ({ method, params, id }, _path, _self, { understood, play }) => {
      const message = bodyOf(params);
      if (method === "notify_round") return rpcResult(id, acceptance(message));
      if (method !== "run_match") return rpcError(id, -32601, `Method not found: ${String(method)}`, 400);
      if (keys.some((key) => message[key] === undefined))
        return rpcError(id, -32602, "Missing required parameters", 400);
      understood("RUN_MATCH", message);
      const played = play(orderIn(message, message.round_id, keys));
      if (answers === "after the report") await played;
      return rpcResult(id, { match_id: message.match_id, status: "started" });
    },
    report: (ending, self) => rpc("report_match_result", winnerReport(self, ending)),
  };
}

const acceptance = ({ round_id }: Body) => ({ status: "accepted", round_id, matches_started: 0 });

export const flatOrderReferees: readonly RefereeHabits[] = [
  flatOrder("answers-before-match", "before the match"),
  flatOrder("answers-after-report", "after the report"),
];
