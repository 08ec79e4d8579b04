import type { Random } from "../../doors.js";
import { isObject } from "../../json/pointer.js";
import { mutant } from "../mutant.js";
import { all, changeReply, changeRequest } from "../surgery.js";
import { knowing } from "./_knowledge.js";

const REGISTRATIONS = ["LEAGUE_REGISTER_REQUEST", "REFEREE_REGISTER_REQUEST"];

function bytesFrom(next: () => number): { random: (inner: Random) => Random } {
  return {
    random: (inner) => ({
      bytes: (n) => {
        const bytes = new Uint8Array(n);
        bytes[n - 1] = next();
        return bytes;
      },
      below: (n) => inner.below(n),
    }),
  };
}

export default [
  mutant({
    id: "manager:one-token-for-all",
    fault: "Gives every agent the same token.",
    surgery: bytesFrom(() => 7),
  }),
  mutant({
    id: "manager:tokens-in-sequence",
    fault: "Counts its tokens up from one.",
    surgery: () => {
      let count = 0;
      return bytesFrom(() => {
        count += 1;
        return count;
      });
    },
  }),
  mutant({
    id: "manager:token-from-id",
    fault: 'Makes the token of P01 "secret-token-of-P01".',
    surgery: knowing(() => {
      const real = new Map<unknown, unknown>();
      const forged = REGISTRATIONS.map((type) =>
        changeReply(type, (reply) => {
          if (typeof reply.auth_token !== "string") return undefined;
          const auth_token = `secret-token-of-${String(reply.player_id ?? reply.referee_id)}`;
          real.set(auth_token, reply.auth_token);
          return { ...reply, auth_token };
        }),
      );
      const known = changeRequest("*", (message) =>
        isObject(message) && real.has(message.auth_token)
          ? { ...message, auth_token: real.get(message.auth_token) }
          : undefined,
      );
      return all(...forged, known);
    }),
  }),
];
