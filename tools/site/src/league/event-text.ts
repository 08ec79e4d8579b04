/** An event of a recording in one line. */

import type { LeagueReport } from "@league-v2/agents";
import type { MessageAnswered, MessageSent, ViewerEvent } from "@league-v2/viewer";
import { type ChoiceFault, memberOf, type StrategyFault } from "../strategy/strategy.js";
import type { Place } from "./rank-statistics.js";
import type { LeagueRequest } from "./request.js";

/** @returns a function that describes an event of this recording, with the names of the agents. */
export function eventDescriber(events: readonly ViewerEvent[]): (event: ViewerEvent) => string {
  const names = new Map<string, string>();
  const receivers = new Map<number, string>();
  for (const event of events) {
    if (event.type === "league_opened")
      for (const manager of event.managers) names.set(manager, "the manager");
    if (event.type === "member_registered") names.set(event.member.endpoint, event.member.id);
    if (event.type === "message_sent") receivers.set(event.exchange, event.to);
  }
  const nameOf = (address: string) => names.get(address) ?? "an agent";
  return (event) =>
    event.type === "message_answered"
      ? textOfAnswer(event, nameOf(receivers.get(event.exchange) ?? ""))
      : textOf(event, nameOf);
}

type NameOf = (address: string) => string;

function textOf(event: Exclude<ViewerEvent, MessageAnswered>, nameOf: NameOf): string {
  const name = event.type.replaceAll("_", " ");
  switch (event.type) {
    case "message_sent":
      return textOfSent(event, nameOf);
    case "result_recorded": {
      const { match_id, status, winner } = event.result;
      return `${name}: ${match_id} ${status}${winner === null ? "" : ` of ${winner}`}`;
    }
    case "match_started":
      return `${name}: ${event.match_id} by ${event.referee_id}`;
    case "round_announced":
    case "round_completed":
      return `${name}: ${event.round_id}`;
    case "league_completed":
      return `${name}: the champion is ${event.champion_id}`;
    case "member_registered":
      return `${name}: ${event.member.id}`;
    default:
      return name;
  }
}

function textOfSent({ message_type, method, from, to, match_id }: MessageSent, nameOf: NameOf): string {
  const about = match_id === null ? "" : ` (${match_id})`;
  return `${message_type ?? method ?? "a message"} from ${nameOf(from)} to ${nameOf(to)}${about}`;
}

function textOfAnswer({ message_type, failure, body }: MessageAnswered, receiver: string): string {
  if (failure !== null) return `${receiver} gives no good answer: ${failure}`;
  const choice = memberOf(memberOf(body, "result"), "parity_choice");
  return `${receiver} answers ${message_type ?? "something"}${typeof choice === "string" ? `: ${choice}` : ""}`;
}

/** The messages between the page and the worker. */
export type Task =
  | { readonly kind: "league"; readonly request: LeagueRequest }
  /** The same league with `count` seeds, beginning with the request's seed. */
  | { readonly kind: "leagues"; readonly request: LeagueRequest; readonly count: number };

export interface Order {
  readonly task: Task;
  /** Lines of the typed text. */
  readonly lines: number;
}

export interface PlayedLeague {
  readonly report: LeagueReport;
  readonly events: readonly ViewerEvent[];
  /** The first faults; `faultCount` is the number of all. */
  readonly faults: readonly ChoiceFault[];
  readonly faultCount: number;
}

export type Answer =
  | { readonly type: "progress"; readonly done: number; readonly of: number }
  | { readonly type: "league"; readonly league: PlayedLeague }
  /** The place of the typed strategy in each league. */
  | { readonly type: "places"; readonly places: readonly Place[] }
  | { readonly type: "failed"; readonly fault: StrategyFault };
