/** A public referee with times as in one of the documents, without separators, and an incomplete context. */

import { type Body, bodyOf, rpcError, rpcResult } from "./json-rpc.js";
import {
  asksCanonically,
  documentKeys,
  joined,
  orderIn,
  registers,
  rpc,
  says,
  winnerReport,
} from "./referee-messages.js";
import type { RefereeHabits } from "./wild-referee.js";

const timestamp = "20251220T100000Z";
const timed = (message: Body): Body => ({ ...message, timestamp });

export const compactTimes: RefereeHabits = {
  name: "compact-times",
  registration: (self) => rpc("register_referee", timed(registers(self))),
  joined,
  ask: (type, { context, ...fields }, self) => {
    const { opponent_id, round_id } = bodyOf(context);
    const asked = context === undefined ? {} : { context: { opponent_id, round_id }, deadline: timestamp };
    const { method } = asksCanonically.ask(type, {}, self);
    return rpc(String(method), timed(says(self, type, { ...fields, ...asked })));
  },
  read: asksCanonically.read,
  answer: ({ method, params, id }, _path, _self, { understood, play }) => {
    if (method !== "assign_match") return rpcError(id, -32601, `Method not found: ${String(method)}`);
    const message = bodyOf(params);
    understood("RUN_MATCH", message);
    void play(orderIn(message, message.round_id, documentKeys));
    return rpcResult(id, { status: "accepted", match_id: message.match_id });
  },
  report: (ending, self) => rpc("report_match_result", timed(winnerReport(self, ending))),
};
