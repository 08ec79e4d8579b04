import type { Random } from "../../doors.js";
import { isObject } from "../../json/pointer.js";
import type { JsonObject } from "../../json/scan.js";
import { mutant } from "../mutant.js";
import { all, changeCall, changeReply, changeReplyBody, changeRequest } from "../surgery.js";
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

/** Gives other tokens than the reference, and knows them again. */
function tokensLike(forge: (token: string, reply: JsonObject) => string) {
  return knowing(() => {
    const real = new Map<unknown, unknown>();
    const forged = REGISTRATIONS.map((type) =>
      changeReply(type, (reply) => {
        if (typeof reply.auth_token !== "string") return undefined;
        const auth_token = forge(reply.auth_token, reply);
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
  });
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
    surgery: tokensLike((_, reply) => `secret-token-of-${String(reply.player_id ?? reply.referee_id)}`),
  }),
  mutant({
    id: "manager:tokens-of-the-clock",
    fault: "Gives UUIDs of version 1 for tokens, which are made of the time.",
    surgery: tokensLike((token) => `${token.slice(0, 8)}-c77c-11f0-9a4e-0242ac110002`),
  }),
  mutant({
    id: "manager:shows-tokens-in-standings",
    fault: "Answers the question for the standings with the rows as it keeps them, tokens included.",
    surgery: knowing(({ members }) =>
      changeReply("LEAGUE_QUERY", (reply) => {
        const { data } = reply;
        if (!isObject(data) || !Array.isArray(data.standings)) return undefined;
        const tokenOf = (id: unknown) => members.find((member) => member.id === id)?.token;
        const standings = data.standings
          .filter(isObject)
          .map((row) => ({ ...row, auth_token: tokenOf(row.player_id) }));
        return { ...reply, data: { ...data, standings } };
      }),
    ),
  }),
  mutant({
    id: "manager:tells-the-right-token",
    fault: "Says which token it had expected when it refuses a wrong one.",
    surgery: knowing(({ members }) =>
      changeReplyBody("LEAGUE_QUERY", (body, { request }) => {
        if (!isObject(body.error)) return undefined;
        const asked = members.find(({ role, id }) => request.sender === `${role}:${id}`);
        return { ...body, error: { ...body.error, message: `expected ${asked?.token}` } };
      }),
    ),
  }),
  mutant({
    id: "manager:sends-tokens-around",
    fault: "Sends the referee of a match the tokens of its players.",
    surgery: knowing(({ members }) =>
      changeCall("RUN_MATCH", (message) => ({
        ...message,
        player_A_token: members.find(({ id }) => id === message.player_A_id)?.token,
      })),
    ),
  }),
  mutant({
    id: "manager:short-tokens",
    fault: "Gives tokens of twelve hexadecimal digits.",
    surgery: tokensLike((token) => token.slice(0, 12)),
  }),
];
