/** Under which names a message may travel: those of the known forms, those that the agent tells, and what people call it. */
import { isObject } from "../json/pointer.js";
import type { Codec } from "../profiles/codec.js";

/** What each message is called by those who give it a name of their own. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  GAME_INVITATION: [
    "invite",
    "invitation",
    "game_invite",
    "handle_invitation",
    "invite_player",
    "join_game",
    "join",
  ],
  CHOOSE_PARITY_CALL: [
    "choose",
    "choice",
    "make_choice",
    "get_choice",
    "request_choice",
    "parity_choice",
    "play",
  ],
  GAME_OVER: ["game_over", "game_result", "handle_game_over", "match_result", "notify_game_over", "result"],
  ROUND_ANNOUNCEMENT: ["announce_round", "round", "round_start", "handle_round_announcement"],
  LEAGUE_REGISTER_REQUEST: ["register", "league_register", "join_league", "register_agent", "registration"],
};

/** Parts of a name that tell which message it is for. */
const SIGNS: Readonly<Record<string, RegExp>> = {
  GAME_INVITATION: /invit|join/i,
  CHOOSE_PARITY_CALL: /choos|choice|parity|pick|decide|play/i,
  GAME_OVER: /over|result|outcome|end/i,
  ROUND_ANNOUNCEMENT: /round|announce/i,
  LEAGUE_REGISTER_REQUEST: /regist|join/i,
};

/** @param told names that the agent itself has told, by its list of tools, its document or its errors */
export function namesFor(type: string, forms: readonly Codec[], told: readonly string[]): string[] {
  const known = forms.map((codec) => codec.methodName(type));
  const likely = told.filter((name) => SIGNS[type]?.test(name));
  // One method for everything has a name that says nothing of the message.
  const general = told.filter((name) => /message|handle|dispatch|process|receive$/i.test(name));
  return [...new Set([...likely, ...known, ...general, ...(WORDS[type] ?? [])])];
}

/** Names in the answers to `tools/list`, `rpc.discover` and to a method that nobody has. */
export function namesIn(answer: unknown): string[] {
  if (!isObject(answer)) return [];
  const { result } = answer;
  if (isObject(result)) {
    const list = Array.isArray(result.tools) ? result.tools : result.methods;
    if (Array.isArray(list)) {
      return list.flatMap((one) => (isObject(one) && typeof one.name === "string" ? [one.name] : []));
    }
  }
  const text = JSON.stringify(answer.error ?? answer);
  return [...text.matchAll(/[`'"\\ ,[]([a-z][A-Za-z0-9]*(?:[_./][A-Za-z0-9]+)+)/g)].map(
    ([, name]) => name ?? "",
  );
}
