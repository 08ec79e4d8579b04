/** What differs between two leagues that begin alike, and the moments at which one can be forked. */
import type { LeagueReport, MatchReport } from "@league-v2/agents";
import type { MessageAnswered, MessageSent, ViewerEvent } from "@league-v2/viewer";
import { memberOf } from "../strategy/strategy.js";
import type { Change } from "./request.js";

export interface Moment {
  /** ms since the beginning of the recording. */
  readonly at: number;
  readonly text: string;
  readonly match_id: string | null;
  readonly change: Change;
}

export function momentsOf(events: readonly ViewerEvent[], kind: Change["kind"]): Moment[] {
  const describe = eventDescriber(events);
  const start = events[0]?.at ?? 0;
  const sent = new Map<number, MessageSent>();
  return events.flatMap((event): Moment[] => {
    const at = event.at - start;
    if (event.type === "message_sent") {
      sent.set(event.exchange, event);
      if (kind !== "drop") return [];
      const { exchange, match_id } = event;
      return [{ at, text: describe(event), match_id, change: { kind, exchange } }];
    }
    if (kind !== "choice" || event.type !== "message_answered") return [];
    const match_id = sent.get(event.exchange)?.match_id;
    const chosen = choiceIn(event.body);
    if (chosen === null || match_id == null) return [];
    const { player_id, choice } = chosen;
    const other = choice === "even" ? "odd" : "even";
    const text = `${player_id} chooses ${other}, not ${choice} (${match_id})`;
    return [{ at, text, match_id, change: { kind, match_id, player_id } }];
  });
}

function choiceIn(body: unknown): { readonly player_id: string; readonly choice: string } | null {
  const message = memberOf(body, "result");
  if (memberOf(message, "message_type") !== "CHOOSE_PARITY_RESPONSE") return null;
  const [player_id, choice] = [memberOf(message, "player_id"), memberOf(message, "parity_choice")];
  return typeof player_id === "string" && typeof choice === "string" ? { player_id, choice } : null;
}

/** The differences between two leagues with the same beginning. */
export interface Difference {
  /** Matches with different results, in the order of the first league. */
  readonly matches: readonly string[];
  /** Players whose points differ. */
  readonly points: readonly { readonly player: string; readonly before: number; readonly after: number }[];
  readonly champions: { readonly before: string; readonly after: string };
}

export function differenceOf(before: LeagueReport, after: LeagueReport): Difference {
  const results = new Map(matchesOf(after).map((match) => [match.match_id, endOf(match)]));
  const points = new Map(after.standings.map((row) => [row.player_id, row.points]));
  return {
    matches: matchesOf(before).flatMap((match) =>
      results.get(match.match_id) === endOf(match) ? [] : [match.match_id],
    ),
    points: before.standings.flatMap(({ player_id, display_name, points: had }) => {
      const has = points.get(player_id) ?? 0;
      return has === had ? [] : [{ player: display_name, before: had, after: has }];
    }),
    champions: { before: before.champion.display_name, after: after.champion.display_name },
  };
}

function matchesOf({ rounds }: LeagueReport): readonly MatchReport[] {
  return rounds.flatMap(({ matches }) => matches);
}

/** The end of a match, without its referee. */
function endOf({ status, winner, drawn_number, choices }: MatchReport): string {
  return JSON.stringify([status, winner, drawn_number, Object.entries(choices).toSorted()]);
}

/** The first difference of two recordings with the same beginning, and the events around it in each of them. */
export interface FirstDifference {
  /** ms since the beginning of both recordings, at the first event that differs. */
  readonly at: number;
  readonly before: readonly Line[];
  readonly after: readonly Line[];
}

export interface Line {
  /** ms since the beginning of the recording. */
  readonly at: number;
  readonly text: string;
  /** False for events that are equal in both, and for events after the first difference. */
  readonly isFirstDifference: boolean;
}

const linesBefore = 3;
const linesAfter = 6;

/** Null without a difference. A lost request is itself a difference, although its sender detects the loss later. */
export function firstDifference(
  before: readonly ViewerEvent[],
  after: readonly ViewerEvent[],
  change?: Change,
): FirstDifference | null {
  const isLost = (event: ViewerEvent | undefined) =>
    change?.kind === "drop" && event?.type === "message_sent" && event.exchange === change.exchange;
  const length = Math.max(before.length, after.length);
  const index = Array.from({ length }).findIndex(
    (_, place) => isLost(before[place]) || JSON.stringify(before[place]) !== JSON.stringify(after[place]),
  );
  if (index === -1) return null;
  const start = before[0]?.at ?? 0;
  const around = (events: readonly ViewerEvent[]) => {
    const describe = eventDescriber(events);
    const from = Math.max(0, index - linesBefore);
    return events.slice(from, index + linesAfter).map((event, place) => ({
      at: event.at - start,
      text: events === after && isLost(event) ? `lost: ${describe(event)}` : describe(event),
      isFirstDifference: from + place === index,
    }));
  };
  const at = Math.min(...[before[index], after[index]].map((event) => event?.at ?? Number.POSITIVE_INFINITY));
  return { at: at - start, before: around(before), after: around(after) };
}

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
