import type { Pairing } from "@league-v2/sdk/store";
import type { JsonObject } from "../../json/scan.js";
import { reportedResult } from "../../peers/result.js";
import type { FaultInjection } from "../../subject/in-process-subject.js";
import {
  all,
  answerInstead,
  changeCall,
  changeRequest,
  errorReply,
  onCall,
  repeatsCall,
  rewrite,
} from "../fault-injection.js";
import type { Mutant } from "../mutant.js";
import {
  acknowledged,
  type Dealt,
  type ObservedLeague,
  redealt,
  withLeague,
  withStore,
} from "./league-changes.js";

/** Assigns the matches to rounds of this size, in this order, and numbers them again. */
function inRoundsOf(size: number, matches: readonly Pairing[]): Dealt[] {
  return matches.map((match, index) => {
    const round = Math.floor(index / size) + 1;
    return { round, match: { ...match, match_id: `R${round}M${(index % size) + 1}` } };
  });
}

const pair = ({ player_A_id, player_B_id }: Pairing) => [player_A_id, player_B_id].toSorted().join();

const byPair = (a: Pairing, b: Pairing) => (pair(a) < pair(b) ? -1 : 1);

/** Gives the rounds other numbers. */
function numbered(numberOf: (round: number) => number) {
  return redealt((matches) =>
    matches.map((match) => {
      const round = numberOf(match.round_id);
      return { round, match: { ...match, match_id: match.match_id.replace(/^R\d+/, `R${round}`) } };
    }),
  );
}

/** The last round first, the order within each round as it was. */
function inverted(matches: readonly Pairing[]): Pairing[] {
  return matches.toSorted((a, b) => b.round_id - a.round_id);
}

/** The expected report of the referee of this match. */
function reportOf({ params }: JsonObject): JsonObject {
  const message = params as JsonObject;
  const [playerA, playerB] = [String(message.player_A_id), String(message.player_B_id)];
  const result = reportedResult({ playerA, playerB, choiceA: "even", choiceB: "odd", number: 8 });
  return { ...message, message_type: "MATCH_RESULT_REPORT", result };
}

function sendToBoth(
  { members, tell }: ObservedLeague,
  { params }: JsonObject,
  method: string,
  message_type: string,
): void {
  const message = params as JsonObject;
  for (const { id, ...member } of members) {
    if (id === message.player_A_id || id === message.player_B_id)
      tell({ id, ...member }, method, { ...message, message_type });
  }
}

const WHICH = "R2M1";

/** The players that replace those of the schedule. */
const AGAIN = { player_A_id: "P01", player_B_id: "P02" };

/** Assigns a scheduled match to other players, and hides that from the manager. */
function skipsTurn(): FaultInjection {
  let turn: typeof AGAIN | undefined;
  const agent = withStore((inner) => ({
    record: (result) =>
      inner.record(turn === undefined || result.match_id !== WHICH ? result : exchanged(result, turn, AGAIN)),
  }));
  return all(
    { agent },
    changeCall("RUN_MATCH", (message) => {
      if (message.match_id !== WHICH) return undefined;
      turn = message as unknown as typeof AGAIN;
      return { ...message, ...AGAIN };
    }),
    changeRequest("MATCH_RESULT_REPORT", (report: JsonObject) =>
      turn === undefined || report.match_id !== WHICH ? undefined : exchanged(report, AGAIN, turn),
    ),
  );
}

/** The text with the ids of `from` replaced by those of `to`. */
function exchanged<T>(value: T, from: typeof AGAIN, to: typeof AGAIN): T {
  const other = new Map([
    [from.player_A_id, to.player_A_id],
    [from.player_B_id, to.player_B_id],
  ]);
  const text = JSON.stringify(value).replaceAll(/"(P\d\d)"/g, (_, id: string) => `"${other.get(id) ?? id}"`);
  return JSON.parse(text) as T;
}

const ROUND = /"(round_id|next_round_id)":(\d+)/g;

const MATCH = /"R(\d+)M(\d+)"/g;

/** The same text with other round numbers in it. */
function shifted(text: string, by: number): string {
  return text
    .replaceAll(ROUND, (_, member: string, round: string) => `"${member}":${Number(round) + by}`)
    .replaceAll(MATCH, (_, round: string, match: string) => `"R${Number(round) + by}M${match}"`);
}

/** A manager whose rounds are numbered from 0. */
const FROM_ZERO: FaultInjection = rewrite(
  (text) => shifted(text, 1),
  (text) => shifted(text, -1),
);

export const managerScheduleMutants: readonly Mutant[] = [
  {
    id: "manager:odd-one-never-plays",
    fault: "Loses the matches of the last player when the number of players is odd.",
    inject: redealt((matches, players) => {
      const last = `P0${players}`;
      const kept = matches.filter((match) => players % 2 === 0 || !pair(match).includes(last));
      return kept.map((match) => ({ round: match.round_id, match }));
    }),
  },
  {
    id: "manager:player-twice-in-a-round",
    fault: "Schedules the same player twice in one round.",
    inject: redealt((matches, players) => inRoundsOf(Math.floor(players / 2), matches.toSorted(byPair))),
  },
  {
    id: "manager:a-match-a-round",
    fault: "Makes a round of every match.",
    inject: redealt((matches) => inRoundsOf(1, matches)),
  },
  {
    id: "manager:match-ids-of-its-own",
    fault: "Calls the matches match-1, match-2 ….",
    inject: redealt((matches) =>
      matches.map((match, index) => ({
        round: match.round_id,
        match: { ...match, match_id: `match-${index + 1}` },
      })),
    ),
  },
  {
    id: "manager:uses-match-ids-again",
    fault: "Begins the match ids of each round at R1M1, so that its league does not come to an end.",
    inject: all(
      ...["ROUND_ANNOUNCEMENT", "RUN_MATCH"].map((type) =>
        changeCall(type, (message) => JSON.parse(JSON.stringify(message).replaceAll(MATCH, '"R1M$2"'))),
      ),
    ),
  },
  {
    id: "manager:round-counter-skips",
    fault: "Counts its rounds 1, 3, 4 ….",
    inject: numbered((round) => (round === 1 ? 1 : round + 1)),
  },
  {
    id: "manager:rounds-in-another-order",
    fault: "Begins with the round that should come last.",
    inject: redealt((matches, players) => inRoundsOf(Math.floor(players / 2), inverted(matches))),
  },
  {
    id: "manager:first-is-always-the-elder",
    fault: "Makes the player that registered first PLAYER_A, in every round.",
    inject: redealt((matches) =>
      matches.map((match) => {
        const [player_A_id = "", player_B_id = ""] = [match.player_A_id, match.player_B_id].toSorted();
        return { round: match.round_id, match: { ...match, player_A_id, player_B_id } };
      }),
    ),
  },
  {
    id: "manager:favours-a-referee",
    fault: "Gives all matches to one referee.",
    agent: withStore((inner) => ({
      schedule: async () =>
        (await inner.schedule()).map((round) => ({
          ...round,
          matches: round.matches.map((match) => ({ ...match, referee_id: "REF01" })),
        })),
    })),
  },
  {
    id: "manager:two-referees-for-a-match",
    fault: "Gives every match to two referees.",
    inject: withLeague(({ members, tell }) =>
      onCall("RUN_MATCH", (send, body, _, url) => {
        const other = members.find((member) => member.role === "referee" && member.url !== url);
        if (other !== undefined) tell(other, "run_match", body.params as JsonObject);
        return send(body);
      }),
    ),
  },
  {
    id: "manager:loses-a-match",
    fault: "Records an invented result of the second match of each round, which is not played.",
    inject: withLeague(({ at, hand }) =>
      onCall("RUN_MATCH", (send, body, { clock }, url) => {
        const referee = at(url);
        const { match_id } = body.params as JsonObject;
        if (referee === undefined || !String(match_id).endsWith("M2")) return send(body);
        clock.after(1, () => void hand(referee, "report_match_result", reportOf(body)));
        return Promise.resolve(acknowledged(body));
      }),
    ),
  },
  {
    id: "manager:assigns-without-endpoints",
    fault: "Does not send the referee the endpoints of the players.",
    inject: changeCall(
      "RUN_MATCH",
      ({ player_A_endpoint: _a, player_B_endpoint: _b, ...message }) => message,
    ),
  },
  {
    id: "manager:swaps-endpoints",
    fault: "Sends the referee the address of one player as that of the other.",
    inject: changeCall("RUN_MATCH", (message) => ({
      ...message,
      player_A_endpoint: message.player_B_endpoint,
      player_B_endpoint: message.player_A_endpoint,
    })),
  },
  {
    id: "manager:assigns-in-the-first-round",
    fault: "Has round_id 1 in every RUN_MATCH.",
    inject: changeCall("RUN_MATCH", (message) => ({ ...message, round_id: 1 })),
  },
  {
    id: "manager:assigns-again-and-again",
    fault: "Sends RUN_MATCH twice although it was acknowledged.",
    inject: repeatsCall("RUN_MATCH"),
  },
  {
    id: "manager:overloads-referees",
    fault: "Ignores how many matches at once a referee accepts.",
    inject: changeRequest("REFEREE_REGISTER_REQUEST", (message) => ({
      ...message,
      referee_meta: { ...(message.referee_meta as JsonObject), max_concurrent_matches: 99 },
    })),
  },
  {
    id: "manager:invites-players",
    fault: "Invites the players to their match itself.",
    inject: withLeague((observed) =>
      onCall("RUN_MATCH", (send, body) => {
        sendToBoth(observed, body, "handle_game_invitation", "GAME_INVITATION");
        return send(body);
      }),
    ),
  },
  {
    id: "manager:sends-results-itself",
    fault: "Sends GAME_OVER to the players of a match.",
    inject: withLeague((observed) =>
      onCall("RUN_MATCH", async (send, body) => {
        const reply = await send(body);
        sendToBoth(observed, body, "notify_match_result", "GAME_OVER");
        return reply;
      }),
    ),
  },
  {
    id: "manager:skips-a-pair",
    fault: "Schedules one match twice and another never.",
    inject: skipsTurn,
  },
  {
    id: "manager:rounds-from-zero",
    fault: "Counts its rounds from 0.",
    inject: FROM_ZERO,
  },
  {
    id: "manager:refuses-its-round-zero",
    fault: "Counts its rounds from 0, and refuses the reports of round 0, as no round has that number.",
    inject: all(
      FROM_ZERO,
      answerInstead("MATCH_RESULT_REPORT", ({ round_id }, body) =>
        round_id === 0 ? errorReply(body, -32_602, "INVALID_MESSAGE_FORMAT") : undefined,
      ),
    ),
  },
];
