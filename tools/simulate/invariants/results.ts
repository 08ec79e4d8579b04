/** The schedule, the results and the table: what the store and the announcements must say. */
import { isDeepStrictEqual } from "node:util";
import type { Member, RecordedResult, Recording, Round, Tally } from "@league-v2/sdk/store";
import { asRecord, type Exchange } from "../events.ts";
import { isManager, managerName } from "../plan.ts";
import type { Invariant } from "./invariant.ts";

/** The schedule has every pair of players once, and never changes. */
export const everyPairMeetsOnce: Invariant = () => {
  const players: string[] = [];
  let schedule: readonly Round[] | undefined;
  const check = (rounds: readonly Round[]) => {
    if (schedule !== undefined)
      return isDeepStrictEqual(rounds, schedule) ? undefined : "the schedule has changed";
    schedule = rounds;
    return faultOf(rounds, players);
  };
  return {
    on(event) {
      if (event.type !== "stored") return undefined;
      const { operation, outcome } = event;
      if (operation === "admit") {
        const { member } = outcome as { readonly member?: Member };
        if (member?.role === "player") players.push(member.id);
      }
      // Before the league has begun, its schedule is empty.
      if (operation === "schedule" && schedule !== undefined) return check(outcome as readonly Round[]);
      const begun =
        operation === "begin" ? (outcome as { readonly rounds?: readonly Round[] }).rounds : undefined;
      return begun === undefined ? undefined : check(begun);
    },
    atEnd: ({ rounds }) => check(rounds),
  };
};

function faultOf(rounds: readonly Round[], players: readonly string[]): string | undefined {
  const met = rounds.flatMap(({ matches }) =>
    matches.map(({ player_A_id, player_B_id }) => pairOf(player_A_id, player_B_id)),
  );
  const due = players.flatMap((one, index) => players.slice(index + 1).map((other) => pairOf(one, other)));
  return isDeepStrictEqual(met.sort(), due.sort())
    ? undefined
    : `the matches are ${met.join(", ")}; the pairs are ${due.join(", ")}`;
}

function pairOf(one: string, other: string): string {
  return one < other ? `${one} and ${other}` : `${other} and ${one}`;
}

/** A match never has more than one recorded result, and in the end it has exactly one. */
export const oneResultEach: Invariant = () => {
  const recorded = new Map<string, string>();
  const isKnown = (result: RecordedResult) => recorded.get(result.match_id) === contentOf(result);
  return {
    on(event) {
      if (event.type !== "stored") return undefined;
      if (event.operation === "record") {
        const [result] = event.args as [RecordedResult];
        const outcome = event.outcome as Recording;
        if (outcome === "recorded") {
          if (recorded.has(result.match_id)) return `${result.match_id} is recorded a second time`;
          recorded.set(result.match_id, contentOf(result));
        }
        if (outcome === "repeated" && !isKnown(result))
          return `${result.match_id} is taken for a repetition, but is new`;
      }
      if (event.operation === "result") {
        const [match_id] = event.args as [string];
        const result = event.outcome as RecordedResult | null;
        if (result === null && recorded.has(match_id)) return `the result of ${match_id} is gone`;
        if (result !== null && !isKnown(result)) return `the result of ${match_id} is not the recorded one`;
      }
      return undefined;
    },
    atEnd({ rounds, results, state }) {
      if (state !== "LEAGUE_COMPLETE") return `the league has ended, and its state is ${state}`;
      for (const { match_id } of rounds.flatMap(({ matches }) => matches)) {
        const result = results.get(match_id);
        if (result === undefined) return `${match_id} has no result`;
        if (!isKnown(result)) return `the result of ${match_id} is not the one that was recorded`;
      }
      return undefined;
    },
  };
};

/** The content of a result without its sender, in a fixed order of its parts. */
function contentOf({ match_id, status, winner, score, drawn_number }: RecordedResult): string {
  const points = Object.entries(score).sort(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([match_id, status, winner, points, drawn_number]);
}

/** The counts of a player's row. */
type Row = Pick<Tally, "played" | "wins" | "draws" | "losses" | "points">;

/** The table, in the store and in every announcement, is the sum of the recorded results. */
export const standingsMatchResults: Invariant = () => {
  const recorded: RecordedResult[] = [];
  const check = (rows: readonly Named[], upToRound: number) => {
    const counted = recorded.filter(({ round_id }) => round_id <= upToRound);
    for (const row of rows) {
      const due = sumFor(row.player_id, counted);
      const wrong = keys.find((key) => row[key] !== due[key]);
      if (wrong !== undefined)
        return `${row.player_id} has ${wrong} ${row[wrong]}, and its results make ${due[wrong]}`;
    }
    return undefined;
  };
  return {
    on(event) {
      if (event.type === "stored") {
        if (event.operation === "record" && (event.outcome as Recording) === "recorded")
          recorded.push(event.args[0] as RecordedResult);
        return event.operation === "tallies"
          ? check(event.outcome as readonly Tally[], lastRound)
          : undefined;
      }
      if (event.type !== "sent" || !isManager(event.exchange.from)) return undefined;
      const { method, params } = event.exchange.call;
      if (method === "update_standings") return check(rowsIn(params.standings), Number(params.round_id));
      return method === "notify_league_completed"
        ? check(rowsIn(params.final_standings), lastRound)
        : undefined;
    },
    atEnd: ({ tallies }) => check(tallies, lastRound),
  };
};

const lastRound = Number.POSITIVE_INFINITY;

const keys = ["played", "wins", "draws", "losses", "points"] as const;

type Named = Row & { readonly player_id: string };

function rowsIn(standings: unknown): readonly Named[] {
  return Array.isArray(standings) ? (standings.filter((row) => asRecord(row) !== null) as Named[]) : [];
}

/** Computed from the results, by other code than the store's. */
function sumFor(player_id: string, results: readonly RecordedResult[]): Row {
  const own = results.filter(({ score }) => Object.hasOwn(score, player_id));
  const wins = own.filter(({ winner }) => winner === player_id).length;
  const draws = own.filter(({ status }) => status === "DRAW").length;
  const points = own.reduce((sum, { score }) => sum + (score[player_id] ?? 0), 0);
  return { played: own.length, wins, draws, losses: own.length - wins - draws, points };
}

/** A report is acknowledged only when its result is in the store, and it is there in the end. */
export const nothingAcknowledgedIsLost: Invariant = () => {
  const stored = new Map<string, unknown>();
  const acknowledged = new Map<string, unknown>();
  return {
    on(event) {
      if (event.type === "stored" && event.operation === "record") {
        const { match_id, winner } = event.args[0] as RecordedResult;
        if ((event.outcome as Recording) !== "conflicting") stored.set(match_id, winner);
      }
      if (event.type !== "answered" || !isReport(event.exchange) || event.reply.result === null)
        return undefined;
      const { match_id, result } = event.exchange.call.params;
      const winner = asRecord(result)?.winner;
      acknowledged.set(String(match_id), winner);
      return stored.has(String(match_id)) && stored.get(String(match_id)) === winner
        ? undefined
        : `${String(match_id)} is acknowledged and not stored`;
    },
    atEnd({ results }) {
      for (const [match_id, winner] of acknowledged) {
        const result = results.get(match_id);
        if (result === undefined) return `${match_id} was acknowledged and is lost`;
        if (result.winner !== winner) return `${match_id} was acknowledged with another winner`;
      }
      return undefined;
    },
  };
};

function isReport({ to, call }: Exchange): boolean {
  return to === managerName && call.method === "report_match_result";
}
