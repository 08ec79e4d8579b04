/** Reads a message about a match that a referee posts to a path which the contract does not have. */
import { protocol } from "@league-v2/contract";
import { nonEmptyText } from "../../wire/as-text.js";
import { matchIdIn } from "../../wire/derive/by-value.js";
import { meaningsOf, wordsOf } from "../../wire/derive/words.js";
import { isObject, type JsonObject } from "../../wire/index.js";
import { defined } from "../../wire/members.js";
import { typeNamed } from "../../wire/service/service-name.js";
import { plainStyle, type ServiceCall } from "../../wire/service/service-style.js";
import { gameType } from "../core/game-type.js";
import { lenientNotice } from "../lenient/lenient-notice.js";
import { matchNames, roundOf, type ServiceSetting, withoutToken } from "./service-setting.js";

/** The messages that a player accepts at any path; the others are acknowledged without an effect. */
const aboutMatch = ["GAME_INVITATION", "CHOOSE_PARITY_CALL", "GAME_OVER"];
const others = [
  "ROUND_ANNOUNCEMENT",
  "ROUND_COMPLETED",
  "LEAGUE_COMPLETED",
  "LEAGUE_STANDINGS_UPDATE",
  "GAME_ERROR",
];

const playerNames = ["player_id", "id", "name"];
const opponentNames = ["opponent_id", "opponent", "opponent_name", "rival", "rival_id", "against"];

export async function serviceMessage(
  { name, members, match_id, style }: ServiceCall,
  { methods, runtime, parts, invited = new Set() }: ServiceSetting,
): Promise<JsonObject | undefined> {
  const named = typeNamed(name, [...aboutMatch, ...others]);
  const isOther = named === undefined ? isOfLeague(members) : !aboutMatch.includes(named);
  if (isOther) return { status: "ok" };
  const id = match_id ?? firstText(members, matchNames) ?? matchIdIn(members, parts.id());
  const type =
    named ?? (id === undefined || style !== plainStyle ? undefined : typeByContent(members, invited.has(id)));
  if (type === undefined) return undefined;
  if (id === undefined) return undefined;
  if (type === "GAME_INVITATION") remember(invited, id);
  const now = runtime.senderIdentity.now();
  const envelope = {
    protocol: protocol.version,
    message_type: type,
    sender: unnamed,
    timestamp: now,
    conversation_id: `conv-${id}`,
    ...signatureOf(members),
    match_id: id,
    game_type: gameType,
  };
  const { opponent } = members;
  const opponent_id =
    (isObject(opponent) ? firstText(opponent, playerNames) : firstText(members, opponentNames)) ?? "unknown";
  const round_id = roundOf(members);
  const answer = async (method: string, message: object) => {
    const reply = await methods.get(method)?.call(message, withoutToken);
    return isObject(reply) ? reply : undefined;
  };
  switch (type) {
    case "GAME_INVITATION": {
      const place = { league_id: firstText(members, ["league_id"]) ?? "unknown", round_id, opponent_id };
      return answer("handle_game_invitation", { ...envelope, ...place, role_in_match: "PLAYER_A" });
    }
    case "CHOOSE_PARITY_CALL": {
      const standings = { wins: 0, losses: 0, draws: 0 };
      const context = { opponent_id, round_id, your_standings: standings };
      return answer("choose_parity", {
        ...envelope,
        player_id: parts.id() ?? "unknown",
        context,
        deadline: now,
      });
    }
    default: {
      const found = { shape: "params", method: "game_over", message: { ...members, match_id: id } } as const;
      const about = {
        opponent_id,
        recipient: parts.id() ?? undefined,
        now,
        conversation: envelope.conversation_id,
      };
      const notice = lenientNotice(found, about, true);
      return notice && answer("notify_match_result", { ...notice.message, ...envelope });
    }
  }
}

/** More matches than a player is in at a time. */
const mostMatches = 1024;

function remember(invited: Set<string>, id: string): void {
  invited.add(id);
  const [oldest] = invited;
  if (oldest !== undefined && invited.size > mostMatches) invited.delete(oldest);
}

/** Whether a message under an unknown name is about the league: it has the champion, or a table. */
function isOfLeague(members: JsonObject): boolean {
  return Object.entries(members).some(([name, value]) =>
    wordsOf(name).some(
      (word) => word === "champion" || (Array.isArray(value) && meaningsOf(word).has("standings")),
    ),
  );
}

/** The type of a match's message under an unknown name: a result contains one, and a choice follows the invitation. */
function typeByContent(members: JsonObject, isInvited: boolean): string | undefined {
  // The counts of a player's matches in a call are no match result.
  const names = Object.keys(members).filter((name) => !/^(?:wins|losses|draws)$/i.test(name));
  const isAbout = (...meanings: string[]) =>
    names.some((name) => wordsOf(name).some((word) => meanings.some((one) => meaningsOf(word).has(one))));
  if (isAbout("winner", "drawn", "points", "result")) return "GAME_OVER";
  if (isInvited) return "CHOOSE_PARITY_CALL";
  return isAbout("opponent", "role") ? "GAME_INVITATION" : undefined;
}

/** The envelope members of a message that has some: its token and its sender are checked like those of other messages. */
function signatureOf({ sender, conversation_id, auth_token }: JsonObject): JsonObject {
  const id = nonEmptyText(sender);
  return defined({
    sender: id === undefined || id.includes(":") ? id : `referee:${id}`,
    conversation_id: nonEmptyText(conversation_id),
    auth_token: auth_token === "" ? undefined : auth_token,
  });
}

/** The name of a referee that states none. */
const unnamed = "referee:unknown";

function firstText(members: JsonObject, keys: readonly string[]): string | undefined {
  const values = keys.map((key) => members[key]);
  return values.filter((value) => typeof value === "string").find((value) => value !== "");
}
