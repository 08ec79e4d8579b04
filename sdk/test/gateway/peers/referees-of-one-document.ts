/** Referees that follow their own interpretation of one document, mainly for the start and the report of matches. */

import { bodyOf, rpcError, rpcResult } from "./json-rpc.js";
import {
  asksCanonically,
  documentKeys,
  joined,
  orderIn,
  registers,
  rpc,
  winnerReport,
} from "./referee-messages.js";
import type { RefereeHabits } from "./wild-referee.js";

const reportsCanonically: RefereeHabits["report"] = (ending, self) =>
  rpc("report_match_result", winnerReport(self, ending));

/** Supports one order, with the name in the Referee Architecture. */
const handlesAssignment: RefereeHabits = {
  name: "handles-assignment",
  registration: (self) => rpc("register_referee", registers(self)),
  joined,
  ...asksCanonically,
  answer: ({ method, params, id }, _path, _self, { understood, play }) => {
    if (method !== "handle_match_assignment") return rpcError(id, -32601, "Method not found");
    const message = bodyOf(params);
    const missing = documentKeys.filter((key) => message[key] === undefined);
    if (missing.length > 0) return rpcError(id, -32602, `missing params ${JSON.stringify(missing)}`);
    understood("RUN_MATCH", message);
    void play(orderIn(message, message.round_id, documentKeys));
    return rpcResult(id, { status: "accepted", match_id: message.match_id });
  },
  report: reportsCanonically,
};

const flatKeys = ["player_a", "player_b", "player_a_endpoint", "player_b_endpoint"] as const;

/** Accepts RUN_MATCH with other names of the players, and refuses it with the first missing one. */
const namesMissingKeys: RefereeHabits = {
  name: "names-missing-keys",
  registration: (self) => rpc("register_referee", registers(self)),
  joined,
  ...asksCanonically,
  answer: ({ params, id }, _path, _self, { understood, play }) => {
    const message = bodyOf(params);
    const refuses = (error_message: string) => ({
      status: 400,
      body: {
        jsonrpc: "2.0",
        id,
        result: { message_type: "LEAGUE_ERROR", error_code: "E003", error_message },
      },
    });
    if (message.message_type !== "RUN_MATCH") return refuses(`not known: ${String(message.message_type)}`);
    const missing = flatKeys.find((key) => message[key] === undefined);
    if (missing !== undefined) return refuses(`bad message: KeyError('${missing}')`);
    understood("RUN_MATCH", message);
    void play(orderIn(message, message.round_id, flatKeys));
    return rpcResult(id, { message_type: "RUN_MATCH_ACK", status: "acknowledged" });
  },
  report: reportsCanonically,
};

export const refereesOfOneDocument: readonly RefereeHabits[] = [handlesAssignment, namesMissingKeys];
