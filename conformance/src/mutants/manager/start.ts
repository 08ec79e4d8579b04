import { createLeagueManager } from "@league-v2/sdk";
import { mutant } from "../mutant.js";
import { answerInstead, changeReplyBody, errorReply, resultReply } from "../surgery.js";
import { knowing } from "./_knowledge.js";

const ENVELOPE = {
  protocol: "league.v2",
  sender: "league_manager",
  timestamp: "2025-01-01T00:00:00.000Z",
  conversation_id: "conv-early",
  league_id: "league_reference",
  round_id: 1,
};
const MATCH = { match_id: "R1M1", game_type: "even_odd", player_A_id: "P01", player_B_id: "P02" };

export default [
  mutant({
    id: "manager:waits-to-be-told",
    fault: "Does not begin before start_league, whoever has registered.",
    agent: () => createLeagueManager({ leagueId: "league_reference" }),
  }),
  mutant({
    id: "manager:never-begins-with-three",
    fault: "Does not begin by itself with three players, or with seven.",
    agent: ({ players = 2, referees = 1 }) => {
      const waitsForEver = players % 2 === 1 && players !== 5;
      return createLeagueManager({
        leagueId: "league_reference",
        ...(waitsForEver ? {} : { players, referees }),
      });
    },
  }),
  mutant({
    id: "manager:begins-with-one-player",
    fault: "Assigns a match at start_league although one player is missing.",
    surgery: knowing(({ members, tell }) =>
      answerInstead("START_LEAGUE", () => {
        const [referee] = members.filter(({ role }) => role === "referee");
        const players = members.filter(({ role }) => role === "player");
        if (referee !== undefined && players.length === 1)
          tell(referee, "run_match", { ...ENVELOPE, message_type: "RUN_MATCH", ...MATCH });
        return undefined;
      }),
    ),
  }),
  mutant({
    id: "manager:begins-without-a-referee",
    fault: "Announces a match at start_league although there is no referee.",
    surgery: knowing(({ members, tell }) =>
      answerInstead("START_LEAGUE", () => {
        const players = members.filter(({ role }) => role === "player");
        const matches = [{ ...MATCH, referee_endpoint: "http://127.0.0.1:8001/mcp" }];
        if (players.length === members.length && players.length > 1) {
          for (const player of players)
            tell(player, "notify_round", { ...ENVELOPE, message_type: "ROUND_ANNOUNCEMENT", matches });
        }
        return undefined;
      }),
    ),
  }),
  mutant({
    id: "manager:knows-no-start-league",
    fault: "Does not know the method start_league.",
    surgery: answerInstead("START_LEAGUE", (_, body) =>
      Promise.resolve(errorReply(body, -32_601, "Method not found")),
    ),
  }),
  mutant({
    id: "manager:does-not-say-why",
    fault: "Refuses start_league without a reason.",
    surgery: changeReplyBody("START_LEAGUE", ({ error, ...body }) =>
      error === undefined ? undefined : { ...body, error: { code: -32_000, message: "no" } },
    ),
  }),
  mutant({
    id: "manager:takes-start-league-lightly",
    fault: "Answers start_league with a status and does nothing.",
    surgery: answerInstead("START_LEAGUE", (_, body) =>
      Promise.resolve(
        resultReply(body, { ...ENVELOPE, message_type: "LEAGUE_STATUS", state: "RUNNING_LEAGUE" }),
      ),
    ),
  }),
  mutant({
    id: "manager:starts-again",
    fault: "Begins with the first round again when it is told start_league once more.",
    surgery: knowing(({ announced, members, tell }) =>
      answerInstead("START_LEAGUE", async () => {
        const [first] = announced.values();
        if (first !== undefined)
          for (const member of members) if (member.role === "player") tell(member, "notify_round", first);
        return undefined;
      }),
    ),
  }),
];
