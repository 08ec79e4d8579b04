/** A simulated league as a recording: its messages, its processes, and the writes to its store. */
import type { LeagueEvent } from "@league-v2/sdk";
import type { Member, RecordedResult, Round } from "@league-v2/sdk/store";
import { fileRecordingLimit, Recording } from "@league-v2/viewer/record";
import { LeagueProjection } from "../../league/league-projection.js";
import {
  asRecord,
  endpointOf,
  managersOf,
  type SimulationEvent,
  type SimulationRun,
} from "../../simulate/index.js";

export function recordSimulation({ plan, events }: SimulationRun): Recording {
  const recording = new Recording(() => 0, fileRecordingLimit);
  const managers = managersOf(plan).map(endpointOf);
  const fact = {
    type: "league_opened",
    league_id: `league_${plan.seed}`,
    seed: plan.seed,
    clock: "simulated",
  } as const;
  recording.add({ kind: "fact", fact: { ...fact, managers } }, 0);
  const projection = new LeagueProjection(fact.league_id);
  const league = new LeagueReader();
  for (const event of events) {
    addMessage(recording, event);
    if (event.type !== "stored") continue;
    for (const read of league.read(event.operation, event.args, event.outcome)) {
      projection.take(read);
      recording.add({ kind: "league", event: read }, event.at);
    }
    if (event.operation !== "moveTo" || event.args[0] !== "LEAGUE_COMPLETE" || projection.end !== null)
      continue;
    const end = endOf(projection);
    if (end === null) continue;
    projection.take(end);
    recording.add({ kind: "league", event: end }, event.at);
  }
  return recording;
}

function endOf({ league_id, rounds, matchesScheduled, standings }: LeagueProjection): LeagueEvent | null {
  const [first] = standings;
  if (first === undefined) return null;
  const totals = { league_id, total_rounds: rounds.length, total_matches: matchesScheduled };
  return { type: "league_completed", end: { ...totals, champion: first, standings } };
}

function addMessage(recording: Recording, event: SimulationEvent): void {
  const { at } = event;
  switch (event.type) {
    case "sent": {
      const { number, from, to, body } = event.exchange;
      const place = to === null ? "nowhere" : endpointOf(to);
      recording.add({ kind: "sent", exchange: number, from: endpointOf(from), to: place, body }, at);
      return;
    }
    case "received": {
      const { status, body } = event.reply;
      const exchange = event.exchange.number;
      recording.add({ kind: "answered", exchange, status, body, failure: null }, at);
      return;
    }
    case "refused":
    case "lost": {
      const exchange = event.exchange.number;
      const failure =
        event.type === "refused" ? "refused" : event.reply ? "the answer was lost" : "lost on the way";
      recording.add({ kind: "answered", exchange, status: null, body: "", failure }, at);
      return;
    }
    case "started":
    case "ended": {
      const [type, why] =
        event.type === "ended" ? (["agent_stopped", event.how] as const) : (["agent_started", ""] as const);
      recording.add({ kind: "fact", fact: { type, agent: endpointOf(event.agent), why } }, at);
      return;
    }
    default:
  }
}

/** Turns operations of the store into the events that the league manager would emit. */
class LeagueReader {
  #members: Member[] = [];
  #rounds: readonly Round[] = [];
  readonly #results = new Set<string>();

  read(operation: string, args: readonly unknown[], outcome: unknown): LeagueEvent[] {
    const given = asRecord(outcome);
    switch (operation) {
      case "admit":
        return this.#admitted(given?.member);
      case "begin":
        return this.#begun(given);
      case "leaseMatch":
        return given?.kind === "leased" ? this.#leased(String(args[0]), String(args[1])) : [];
      case "record":
        return outcome === "recorded" ? this.#recorded(args[0]) : [];
      case "completeRound":
        return this.#completed(Number(args[0]));
      default:
        return [];
    }
  }

  #admitted(given: unknown): LeagueEvent[] {
    const member = asRecord(given);
    if (member === null || this.#members.some(({ id }) => id === member.id)) return [];
    // The outcome of the store is the admitted member.
    const known = given as Member;
    this.#members.push(known);
    return [{ type: "member_registered", member: known }];
  }

  #begun(given: Readonly<Record<string, unknown>> | null): LeagueEvent[] {
    if (given === null || !Array.isArray(given.rounds) || this.#rounds.length > 0) return [];
    this.#rounds = given.rounds as readonly Round[];
    return [{ type: "league_started", rounds: this.#rounds, members: this.#members }];
  }

  #leased(match_id: string, referee_id: string): LeagueEvent[] {
    const round = this.#rounds.find(({ matches }) => matches.some((one) => one.match_id === match_id));
    const match = round?.matches.find((one) => one.match_id === match_id);
    if (round === undefined || match === undefined) return [];
    return [
      { type: "round_announced", round },
      { type: "match_started", match, referee_id },
    ];
  }

  #recorded(given: unknown): LeagueEvent[] {
    const result = given as RecordedResult;
    if (this.#results.has(result.match_id)) return [];
    this.#results.add(result.match_id);
    return [{ type: "result_recorded", result }];
  }

  #completed(round_id: number): LeagueEvent[] {
    const round = this.#rounds.find((one) => one.round_id === round_id);
    return round === undefined ? [] : [{ type: "round_completed", round, standings: [] }];
  }
}
