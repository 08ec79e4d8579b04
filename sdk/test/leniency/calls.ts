/** Messages to our player in a league that follows the documents. */
import type { Body } from "../wire/wild/wild-player.js";
import { type Answered, type Asked, askPlayer, elsewhere, post, rpc, tool } from "./ask.js";
import { both, type Case, type Cases } from "./cases.js";
import { content, envelope, inOne, invitation, over, question } from "./messages.js";

/** Whether our player accepts the last of these, with such an answer. */
const accepts = (requests: readonly Asked[], isIt: (answer: Answered) => boolean = () => true): Case =>
  both(async (strict) => {
    const last = (await askPlayer(strict, requests)).answers.at(-1);
    return last?.isAccepted === true && isIt(last);
  });
const player = (...requests: readonly Asked[]) => accepts(requests);

/** Whether our player sends its answer to the address in this request. */
const answersElsewhere = (asked: Asked): Case =>
  both(async (strict) => (await askPlayer(strict, [asked])).pushed > 0);

const withOffset = "2025-12-20T10:00:00.000000+00:00";
const standing = { rank: 1, player_id: "P02", display_name: "theirs", points: 3 };
const completed: Body = {
  ...{ ...envelope, message_type: "LEAGUE_COMPLETED", sender: "league_manager", auth_token: undefined },
  ...{ league_id: "spring", total_rounds: 1, total_matches: 1, final_standings: [standing] },
  champion: { player_id: "P02", display_name: "theirs", points: 3 },
};
const camel = {
  ...{ protocol: "league.v2", messageType: "GAME_INVITATION", sender: "referee:REF01" },
  ...{ timestamp: envelope.timestamp, conversationId: "c", authToken: envelope.auth_token },
  ...{ leagueId: "spring", roundId: 1, matchId: "R1M1", gameType: "even_odd" },
  ...{ roleInMatch: "PLAYER_A", opponentId: "P02" },
};
const flat = {
  ...{ ...envelope, sender: "REF01", auth_token: undefined, message_type: "GAME_INVITATION" },
  ...{ game_id: "R1M1", match_id: "R1M1", game_type: "even_odd", opponent_id: "P02" },
};

export const calls: Cases = {
  "the envelope in a separate object": player(
    rpc("handle_game_invitation", {
      header: { ...envelope, message_type: "GAME_INVITATION" },
      payload: content,
    }),
  ),
  "a whole message alone at another path": player(post("/inbox", invitation())),
  "an answer at the address in a request": answersElsewhere(
    post("/mcp", invitation({ reply_to: elsewhere })),
  ),
  "an invitation at its path": player(post("/game/invite", { match_id: "R1M1", opponent: "P02" })),
  "an invitation in an array": player(rpc("game.invite", ["R1M1", "P02"])),
  "an invitation with named members": player(rpc("invite_player", { match_id: "R1M1", opponent: "P02" })),
  "a name without a known word": player(rpc("alpha", { match_id: "R1M1", foe: "P02", seat: "left" })),
  "a match id under an unknown name": player(rpc("invite_player", { contest: "R1M1", opponent_id: "P02" })),
  "content in the object of its name": player(
    post("/invitation", { invitation: { match_id: "R1M1", opponent: "P02" } }),
  ),
  "a notice at any path": player(post("/standings", { standings: [] })),
  "a notice under an unknown name": player(rpc("alpha", { standings: [{ player_id: "P02", points: 3 }] })),
  "a call in camelCase without a type": accepts(
    [rpc("invitePlayer", { matchId: "R1M1", opponentId: "P02", roleInMatch: "PLAYER_A" })],
    ({ said }) => said.matchId === "R1M1",
  ),
  "no envelope under a documents' name": player(rpc("handle_game_invitation", content)),
  "members in camelCase": player(rpc("handle_game_invitation", camel)),
  "a message without a type in the only member": player(
    rpc("handle_game_invitation", { payload: invitation({ message_type: undefined }) }),
  ),
  "no envelope in a tool call": player(tool("receive_game_invitation", content)),
  "a message in an unlisted form": player(
    rpc("game_invite", {
      ...{ ...envelope, message_type: "GAME_INVITATION" },
      game: { match_id: "R1M1", opponent_id: "P02", role: "PLAYER_A" },
    }),
  ),
  "the end of a round without counts": player(tool("notify_round_completed", { round_id: 2 })),
  "the end of the league without standings": player(tool("notify_league_completed", { champion: "P02" })),
  "final standings without counts": player(rpc("notify_league_completed", completed)),
  "a number above 10 with other times": player(
    rpc("handle_game_invitation", invitation({ timestamp: withOffset })),
    rpc("notify_match_result", over({ timestamp: withOffset }, { drawn_number: 81 })),
  ),
  "a result in the player's view": player(
    inOne(invitation()),
    inOne(question()),
    inOne({ ...over(), game_result: undefined, result: "WIN", drawn_number: 7 }),
  ),
  "a second call for the same choice": accepts(
    [
      rpc("handle_game_invitation", invitation({ timestamp: withOffset })),
      ...Array(2).fill(rpc("choose_parity", question({ timestamp: withOffset, deadline: withOffset }))),
    ],
    ({ said }) => said.choice === "odd" && said.parity_choice === "odd",
  ),
  "a name with a number as round": player(inOne(invitation({ round_id: "ROUND_2" }))),
  "a role in other words": player(inOne(invitation({ role_in_match: "host" }))),
  "answers under usual names": accepts(
    [rpc("invite_player", { invitation_id: "I7", match_id: "R1M1", opponent: "P02" })],
    ({ said }) => said.accepted === true && said.invitation_id === "I7",
  ),
  "a bare id with the members of the flat contracts": player(inOne(flat)),
  "a bare id with canonical content": player(inOne(invitation({ sender: "REF01" }))),
  "a bare id with canonical content under a flat name": player(
    rpc("game_invitation", invitation({ sender: "REF01" })),
  ),
  "an invitation without league and round": player(
    inOne(invitation({ league_id: undefined, round_id: undefined })),
  ),
  "a call without a deadline": player(inOne(invitation()), inOne(question({ deadline: undefined }))),
  "a time without separators": player(
    rpc("handle_game_invitation", invitation({ timestamp: "20251220T100000Z" })),
  ),
  "a zone twice": player(
    rpc("handle_game_invitation", invitation({ timestamp: "2025-12-20T10:00:00.5+00:00Z" })),
  ),
  "a time limit as a number": player(inOne(invitation()), inOne(question({ deadline: 30 }))),
  "empty ids": player(inOne(invitation({ opponent_id: "", round_id: 0 }))),
};

/** What the contract has, and `strict` accepts, too. */
export const documentedCalls: Cases = {
  "a bare id as the sender of a call": player(rpc("handle_game_invitation", invitation({ sender: "REF01" }))),
};
