/**
 * The viewer's data about a league: one union, plain JSON, and how a page contains it. Times are milliseconds since the Unix epoch. No
 * event contains a token: the recorder redacts messages first.
 */
import type { Member, RecordedResult, Round } from "@league-v2/sdk/store";
import { packed } from "./packed.js";

export type ViewerEvent = { readonly at: number } & ViewerFact;

export type ViewerFact = LeagueOpened | LeagueFact | MessageSent | MessageAnswered;

/** The head of a recording. */
export interface LeagueOpened {
  readonly type: "league_opened";
  readonly league_id: string;
  /** Addresses of the league's managers; empty if none is known. */
  readonly managers: readonly string[];
  readonly clock: "real" | "simulated";
  readonly seed: number | null;
}

/** The events of the league manager, without the standings, which are computed from the results. */
export type LeagueFact =
  | { readonly type: "member_registered"; readonly member: AgentCard }
  | {
      readonly type: "league_started" | "league_resumed";
      readonly rounds: readonly Round[];
      readonly members: readonly AgentCard[];
      /** The latest complete round; null for none. */
      readonly completed_round: number | null;
    }
  | { readonly type: "round_announced" | "round_completed"; readonly round_id: number }
  | { readonly type: "match_started"; readonly match_id: string; readonly referee_id: string }
  | { readonly type: "result_recorded"; readonly result: RecordedResult }
  | { readonly type: "league_completed"; readonly champion_id: string };

export type AgentCard = Pick<Member, "role" | "id" | "display_name" | "endpoint" | "version">;

export interface MessageSent extends MessageContent {
  readonly type: "message_sent";
  /** Number of the exchange, unique in a recording. */
  readonly exchange: number;
  /** Address of the sender, or its name in the message (`player:P01`). */
  readonly from: string;
  /** The same of the receiver. */
  readonly to: string;
  readonly method: string | null;
  readonly match_id: string | null;
  readonly conversation_id: string | null;
  /** The deadline of the receiver, in ms; null if the protocol sets none. */
  readonly deadline_ms: number | null;
}

export interface MessageAnswered extends MessageContent {
  readonly type: "message_answered";
  readonly exchange: number;
  /** HTTP status; null without an answer. */
  readonly status: number | null;
  /** The reason for a missing answer, or the error in the answer; null for a result. */
  readonly failure: string | null;
}

export interface MessageContent {
  /** The `message_type`, such as `CHOOSE_PARITY_CALL`; null for a body that is not a message of the league. */
  readonly message_type: string | null;
  /** Length of the body in characters. */
  readonly size: number;
  /** The body as JSON, or as a text if it is not JSON; null for an empty body and for a body that is too long. */
  readonly body: unknown;
}

/** Of a longer body, in characters, only the length is stored. */
export const longestBody = 6000;

/** The element for events; empty in a live page. */
const place = /(<script type="text\/plain" id="events">)[^<]*(<\/script>)/;

/** The page with the events: compressed, as text that is not parsed as markup. @param page as it was built */
export async function pageWith(page: string, events: readonly ViewerEvent[]): Promise<string> {
  if (!place.test(page)) throw new Error("the page has no place for events");
  const lines = events.map((event) => `${JSON.stringify(event)}\n`).join("");
  return page.replace(place, `$1${await packed(lines)}$2`);
}

/** Events as lines of JSON; a line that is cut off at the end is left out. */
export function readEvents(lines: string): ViewerEvent[] {
  return lines
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as ViewerEvent);
}
