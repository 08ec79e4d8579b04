/** The view of a moment by its definition, without an index; the indexed view must be equal to it. */
import { countMatch, emptyTally, type Round, rank } from "@league-v2/sdk/store";
import type { AgentCard, ViewerEvent } from "./events.js";
import { compareIds, inOrder } from "./order.js";
import { outcomeFor, type TimedResult } from "./table.js";
import type { AgentView, LeagueView, MatchView, RoundView, Standing } from "./view.js";

type Of<Type extends ViewerEvent["type"]> = ViewerEvent & { readonly type: Type };

/** The view without its head, and without the names in exchanges. */
export type PlainView = Pick<LeagueView, "standings" | "rounds" | "matches"> & {
  readonly agents: readonly AgentView[];
  readonly exchanges: readonly Pick<LeagueView["exchanges"][number], "sent" | "answer">[];
};

/** @param events with senders and receivers that are named by role and id, such as `player:P01` */
export function plainView(events: readonly ViewerEvent[], t: number): PlainView {
  const past = inOrder(events).filter(({ at }) => at <= t);
  const of = <Type extends ViewerEvent["type"]>(type: Type) =>
    past.filter((event): event is Of<Type> => event.type === type);
  const schedule = of("league_started")[0]?.rounds ?? [];
  const cards = of("member_registered").map(({ member }) => member);
  const results = firstResults(of("result_recorded"), schedule);
  const matches = schedule.flatMap((round) =>
    round.matches.map((match) => matchOf(match, of("match_started"), results)),
  );
  const first = (type: "round_announced" | "round_completed", id: number) =>
    of(type).find(({ round_id }) => round_id === id)?.at;
  const completions = schedule.flatMap(({ round_id }) => first("round_completed", round_id) ?? []);
  const since = Math.max(...completions.filter((at) => at < t), Number.NEGATIVE_INFINITY);
  const answers = of("message_answered");
  const exchanges = of("message_sent").map((sent) => ({
    sent,
    answer: answers.find(({ exchange }) => exchange === sent.exchange) ?? null,
  }));
  return {
    standings: standingsOf(cards, results, since),
    rounds: schedule.map(({ round_id, matches: own }): RoundView => {
      const ids = own.map(({ match_id }) => match_id);
      const begun = first("round_announced", round_id) === undefined ? "SCHEDULED" : "RUNNING";
      return {
        round_id,
        match_ids: ids,
        finished: results.filter(({ value }) => ids.includes(value.match_id)).length,
        state: first("round_completed", round_id) === undefined ? begun : "FINISHED",
      };
    }),
    matches,
    agents: cards.map((card) => agentOf(card, exchanges)),
    exchanges,
  };
}

function firstResults(events: readonly Of<"result_recorded">[], schedule: readonly Round[]): TimedResult[] {
  const known = schedule.flatMap(({ matches }) => matches.map(({ match_id }) => match_id));
  return events
    .filter(({ result }) => known.includes(result.match_id))
    .filter(
      ({ result }, index, all) =>
        all.findIndex((other) => other.result.match_id === result.match_id) === index,
    )
    .map(({ at, result }) => ({ at, value: result }));
}

function standingsOf(
  cards: readonly AgentCard[],
  results: readonly TimedResult[],
  since: number,
): Standing[] {
  const players = cards.filter(({ role }) => role === "player").toSorted((a, b) => compareIds(a.id, b.id));
  const ranked = (counted: readonly TimedResult[]) =>
    rank(
      players.map(({ id, display_name }) =>
        counted
          .filter(({ value }) => id in value.score)
          .reduce(
            (tally, { value: { winner, score } }) =>
              countMatch(tally, { winner, points: new Map(Object.entries(score)) }),
            emptyTally(id, display_name),
          ),
      ),
    );
  const before = ranked(results.filter(({ at }) => at <= since));
  const isRanked = before.some(({ played }) => played > 0);
  return ranked(results).map((row) => {
    const own = results.filter(({ value }) => row.player_id in value.score);
    const letters = own.map(({ value }) => outcomeFor(row.player_id, value));
    const rankBefore = before.find(({ player_id }) => player_id === row.player_id)?.rank ?? row.rank;
    return {
      ...row,
      moved: isRanked ? rankBefore - row.rank : 0,
      technical_losses: letters.filter((letter) => letter === "T").length,
      form: letters.slice(-5),
    };
  });
}

function matchOf(
  { match_id, round_id, player_A_id, player_B_id, referee_id }: Round["matches"][number],
  started: readonly Of<"match_started">[],
  results: readonly TimedResult[],
): MatchView {
  const starts = started.filter((event) => event.match_id === match_id);
  const over = results.find(({ value }) => value.match_id === match_id);
  const begun = starts.length > 0 ? "RUNNING" : "SCHEDULED";
  return {
    ...{ match_id, round_id, player_A_id, player_B_id },
    referee_id: over?.value.referee_id ?? starts.at(-1)?.referee_id ?? referee_id,
    state: over === undefined ? begun : "FINISHED",
    started_at: starts[0]?.at ?? null,
    finished_at: over?.at ?? null,
    starts: starts.length,
    result: over?.value ?? null,
  };
}

function agentOf(card: AgentCard, exchanges: PlainView["exchanges"]): AgentView {
  const name = `${card.role}:${card.id}`;
  const received = exchanges.filter(({ sent }) => sent.to === name);
  const failure = received.findLast(({ answer }) => answer !== null)?.answer?.failure ?? null;
  const known = received.length === 0 ? "unknown" : failure === null ? "answers" : "fails";
  return {
    ...card,
    sent: exchanges.filter(({ sent }) => sent.from === name).length,
    received: received.length,
    failures: received.filter(({ answer }) => answer !== null && answer.failure !== null).length,
    trouble: failure,
    health: known,
  };
}

/** The numbers of the exchanges that wait for an answer before a deadline. */
export function plainPending(events: readonly ViewerEvent[], t: number): number[] {
  return plainView(events, t)
    .exchanges.filter(({ sent, answer }) => answer === null && t - sent.at < (sent.deadline_ms ?? 0))
    .map(({ sent }) => sent.exchange);
}

/** A player's points after each round until the latest one with a result. */
export function plainPoints(events: readonly ViewerEvent[], id: string, t: number): number[] {
  const results = plainView(events, t).matches.flatMap(({ result }) => result ?? []);
  const latest = Math.max(0, ...results.map(({ round_id }) => round_id));
  return Array.from({ length: latest + 1 }, (_, round) =>
    results.filter(({ round_id }) => round_id <= round).reduce((sum, { score }) => sum + (score[id] ?? 0), 0),
  );
}
