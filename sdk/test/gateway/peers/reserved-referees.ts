/** Scripted referees that refuse each message without a whole envelope: only the supported order shows how they start matches. */

import { bodyOf, rpcError, rpcResult } from "./json-rpc.js";
import { asksCanonically, orderIn, rpc, says } from "./referee-messages.js";
import { matchAssignment } from "./referees.js";
import type { RefereeHabits } from "./wild-referee.js";

/** Has an id and no name; its methods are types; times of whole seconds; START_MATCH brings player_a and player_b. */
const withoutName: RefereeHabits = {
  name: "without-name",
  registration: (self) =>
    rpc("REFEREE_REGISTER_REQUEST", {
      ...says(self, "REFEREE_REGISTER_REQUEST", {}),
      referee_meta: { version: "1.0.0", protocol_version: "league.v2", contact_endpoint: self.url },
    }),
  // It accepts only REGISTERED as an acceptance, and continues without a token.
  joined: (_answer, { id }) => ({ id, token: "" }),
  ask: (type, fields, self) => rpc(type, says(self, type, { ...fields, round_id: "ROUND_1" })),
  read: asksCanonically.read,
  answer: ({ method, params, id }, _path, _self, { understood, play }) => {
    const message = bodyOf(params);
    if (message.protocol === undefined || /\.\d/.test(String(message.timestamp)))
      return rpcError(id, -32602, "Invalid envelope");
    if (method !== "START_MATCH") return rpcError(id, -32601, `Unknown: ${String(method)}`);
    understood("RUN_MATCH", message);
    const keys = ["player_a", "player_b", "player_a_endpoint", "player_b_endpoint"] as const;
    void play(orderIn(message, message.round_id, keys));
    return rpcResult(id, { status: "ACCEPTED" });
  },
  report: matchAssignment.report,
};

export const reservedReferees: readonly RefereeHabits[] = [withoutName];
