import { createLeagueManager } from "@league-v2/sdk";
import type { JsonObject } from "../../json/scan.js";
import {
  all,
  answerInstead,
  changeCall,
  changeReplyBody,
  errorReply,
  onCall,
  repeatsCall,
  resultReply,
} from "../fault-injection.js";
import type { Mutant } from "../mutant.js";
import { byText, keepsFrom, withLeague } from "./league-changes.js";

const ENVELOPE = {
  protocol: "league.v2",
  sender: "league_manager",
  timestamp: "2025-01-01T00:00:00.000Z",
  conversation_id: "conv-early",
  league_id: "league_reference",
  round_id: 1,
};

const MATCH = { match_id: "R1M1", game_type: "even_odd", player_A_id: "P01", player_B_id: "P02" };

/** Changes LEAGUE_COMPLETED. */
function ends(change: (message: JsonObject, rows: JsonObject[]) => JsonObject) {
  return changeCall("LEAGUE_COMPLETED", (message) => ({
    ...message,
    ...change(message, message.final_standings as JsonObject[]),
  }));
}

function champion(row: JsonObject | undefined): JsonObject {
  return { champion: { player_id: row?.player_id, display_name: row?.display_name, points: row?.points } };
}

export const managerLifecycleMutants: readonly Mutant[] = [
  {
    id: "manager:waits-for-start-league",
    fault: "Does not begin before start_league, even when all agents have registered.",
    agent: () => createLeagueManager({ leagueId: "league_reference" }),
  },
  {
    id: "manager:never-begins-with-three",
    fault: "Does not begin without start_league with three players, or with seven.",
    agent: ({ players = 2, referees = 1 }) => {
      const waitsForEver = players % 2 === 1 && players !== 5;
      return createLeagueManager({
        leagueId: "league_reference",
        ...(waitsForEver ? {} : { players, referees }),
      });
    },
  },
  {
    id: "manager:one-referee-is-enough",
    fault: "Begins with one referee, although it is configured for two of them and two players.",
    agent: ({ players = 2, referees = 1 }) =>
      createLeagueManager({
        leagueId: "league_reference",
        players,
        referees: players === 2 ? 1 : referees,
      }),
  },
  {
    id: "manager:begins-with-one-player",
    fault: "Assigns a match at start_league although one player is missing.",
    inject: withLeague(({ members, tell }) =>
      answerInstead("START_LEAGUE", () => {
        const [referee] = members.filter(({ role }) => role === "referee");
        const players = members.filter(({ role }) => role === "player");
        if (referee !== undefined && players.length === 1)
          tell(referee, "run_match", { ...ENVELOPE, message_type: "RUN_MATCH", ...MATCH });
        return undefined;
      }),
    ),
  },
  {
    id: "manager:begins-without-a-referee",
    fault: "Announces a match at start_league although there is no referee.",
    inject: withLeague(({ members, tell }) =>
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
  },
  {
    id: "manager:lacks-start-league",
    fault: "Does not support the method start_league.",
    inject: answerInstead("START_LEAGUE", (_, body) =>
      Promise.resolve(errorReply(body, -32_601, "Method not found")),
    ),
  },
  {
    id: "manager:does-not-say-why",
    fault: "Refuses start_league without a reason.",
    inject: changeReplyBody("START_LEAGUE", ({ error, ...body }) =>
      error === undefined ? undefined : { ...body, error: { code: -32_000, message: "no" } },
    ),
  },
  {
    id: "manager:accepts-incomplete-start-league",
    fault: "Answers start_league with a status and does nothing.",
    inject: answerInstead("START_LEAGUE", (_, body) =>
      Promise.resolve(
        resultReply(body, { ...ENVELOPE, message_type: "LEAGUE_STATUS", state: "RUNNING_LEAGUE" }),
      ),
    ),
  },
  {
    id: "manager:starts-again",
    fault: "Begins with the first round again when start_league is called once more.",
    inject: withLeague(({ announced, members, tell }) =>
      answerInstead("START_LEAGUE", async () => {
        const [first] = announced.values();
        if (first !== undefined)
          for (const member of members) if (member.role === "player") tell(member, "notify_round", first);
        return undefined;
      }),
    ),
  },
  {
    id: "manager:starts-again-at-the-end",
    fault: "Begins its league again when start_league is called after the end.",
    inject: withLeague(({ announced, members, tell }) => {
      let ended = false;
      return all(
        onCall("LEAGUE_COMPLETED", (send, body) => {
          ended = true;
          return send(body);
        }),
        answerInstead("START_LEAGUE", async () => {
          const [first] = announced.values();
          if (ended && first !== undefined)
            for (const member of members) if (member.role === "player") tell(member, "notify_round", first);
          return undefined;
        }),
      );
    }),
  },
  {
    id: "manager:ends-in-silence",
    fault: "Sends LEAGUE_COMPLETED to no agent.",
    inject: keepsFrom("LEAGUE_COMPLETED", () => true),
  },
  {
    id: "manager:stops-after-a-round",
    fault: "Does nothing more after the first round.",
    inject: withLeague(({ stop }) =>
      onCall("LEAGUE_STANDINGS_UPDATE", (send, body) => {
        stop();
        return send(body);
      }),
    ),
  },
  {
    id: "manager:last-is-champion",
    fault: "Makes the last of the table its champion.",
    inject: ends((_, rows) => champion(rows.at(-1))),
  },
  {
    id: "manager:champion-by-points-only",
    fault: "Ignores the wins when two players could be champion.",
    inject: ends((_, rows) =>
      champion(rows.filter(({ points }) => points === rows[0]?.points).toSorted(byText("player_id"))[0]),
    ),
  },
  {
    id: "manager:champion-without-a-name",
    fault: "Sends the id of the champion as its display_name.",
    inject: ends((_, [first]) => champion({ ...first, display_name: first?.player_id })),
  },
  {
    id: "manager:champion-by-wins",
    fault: "Sends the wins of the champion as its points.",
    inject: ends((_, [first]) => champion({ ...first, points: first?.wins })),
  },
  {
    id: "manager:miscounts-rounds",
    fault: "Counts one round too many.",
    inject: ends(({ total_rounds }) => ({ total_rounds: Number(total_rounds) + 1 })),
  },
  {
    id: "manager:miscounts-league",
    fault: "Counts every match for each of its players.",
    inject: ends(({ total_matches }) => ({ total_matches: 2 * Number(total_matches) })),
  },
  {
    id: "manager:ends-twice",
    fault: "Sends LEAGUE_COMPLETED twice.",
    inject: repeatsCall("LEAGUE_COMPLETED"),
  },
  {
    id: "manager:notifies-only-the-champion",
    fault: "Sends LEAGUE_COMPLETED to the champion only.",
    inject: withLeague(({ at }) =>
      keepsFrom(
        "LEAGUE_COMPLETED",
        (url, message) => at(url)?.id !== (message.champion as JsonObject).player_id,
      ),
    ),
  },
  {
    id: "manager:leaves-referees-out",
    fault: "Does not announce its rounds to referees.",
    inject: withLeague(({ at }) => keepsFrom("ROUND_ANNOUNCEMENT", (url) => at(url)?.role === "referee")),
  },
  {
    id: "manager:does-not-notify-referees-of-the-end",
    fault: "Does not send LEAGUE_COMPLETED to referees.",
    inject: withLeague(({ at }) => keepsFrom("LEAGUE_COMPLETED", (url) => at(url)?.role === "referee")),
  },
  {
    id: "manager:exchanges-sides-in-repetitions",
    fault: "Exchanges the two players when it sends RUN_MATCH to a referee again.",
    inject: () => {
      const ordered = new Set<string>();
      return onCall("RUN_MATCH", (send, body, _, url) => {
        const order = body.params as JsonObject;
        const isFirst = ordered.size !== ordered.add(`${url} ${String(order.match_id)}`).size;
        const exchanged = {
          player_A_id: order.player_B_id,
          player_B_id: order.player_A_id,
          player_A_endpoint: order.player_B_endpoint,
          player_B_endpoint: order.player_A_endpoint,
        };
        return send(isFirst ? body : { ...body, params: { ...order, ...exchanged } });
      });
    },
  },
];
