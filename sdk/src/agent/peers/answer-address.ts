/** The address at which a referee receives the later answer of a service: its path contains the match and the player. */
import type { JsonObject, Variables } from "../../wire/index.js";
import { type PushedAnswer, readPushedAnswer } from "./pushed-answer.js";

/** The last step of the path, by the type of the request. */
export const answerNames: ReadonlyMap<string, string> = new Map([
  ["GAME_INVITATION", "join_ack"],
  ["CHOOSE_PARITY_CALL", "parity_choice"],
]);

export function answerAddress(endpoint: string, type: string, message: object, about: Variables): string {
  const { match_id } = { match_id: "unknown", ...message };
  const steps = ["matches", match_id, "players", about.recipient, answerNames.get(type)].map(String);
  return new URL(`/${steps.map(encodeURIComponent).join("/")}`, endpoint).href;
}

/** @returns undefined for another path */
export function answerAt(path: string, members: JsonObject): PushedAnswer | undefined {
  const [, match_id, player_id, method] = /^\/matches\/([^/]+)\/players\/([^/]+)\/(\w+)$/.exec(path) ?? [];
  if (match_id === undefined || player_id === undefined || method === undefined) return undefined;
  const named = { match_id: decodeURIComponent(match_id), player_id: decodeURIComponent(player_id) };
  return readPushedAnswer({ shape: "bare", method, message: { ...members, ...named } });
}
