/** Random events of leagues: repeated results, missing answers, matches that begin again. */
import { type RecordedResult, type Round, roundRobin } from "@league-v2/sdk/store";
import fc from "fast-check";
import type { AgentCard, ViewerEvent } from "./events.js";

const [scheduleAt, endAt] = [20, 400];
const moment = fc.integer({ min: scheduleAt, max: endAt });
const early = fc.integer({ min: 0, max: scheduleAt });

/** In any order. The schedule is made at one moment, and no event of a match is before it. */
export function randomEvents(): fc.Arbitrary<ViewerEvent[]> {
  return fc.integer({ min: 2, max: 6 }).chain((count) => {
    const players = Array.from({ length: count }, (_, index) => card("player", index + 1));
    const all = [...players, card("referee", 1), card("referee", 2)];
    const rounds = roundRobin(
      players.map(({ id }) => id),
      [{ type: "even_odd", referees: ["REF01", "REF02"] }],
    );
    const started = {
      at: scheduleAt,
      type: "league_started",
      rounds,
      members: [],
      completed_round: null,
    } as const;
    const registered = all.map((member) =>
      early.map((at) => ({ at, type: "member_registered", member }) as const),
    );
    return fc
      .tuple(
        fc.tuple(...registered),
        fc.array(eventOf(rounds), { maxLength: 60 }),
        fc.array(messageOf(all), { maxLength: 200 }),
      )
      .map(([members, facts, messages]) => [
        ...facts,
        started,
        ...messages.flatMap((message, exchange) => message(exchange)),
        ...members,
      ]);
  });
}

function card(role: AgentCard["role"], number: number): AgentCard {
  const id = `${role === "player" ? "P" : "REF"}${String(number).padStart(2, "0")}`;
  return {
    role,
    id,
    display_name: `Name ${id}`,
    endpoint: `http://${id}:1`,
    version: "1",
  };
}

function eventOf(rounds: readonly Round[]): fc.Arbitrary<ViewerEvent> {
  const match = fc.constantFrom(...rounds.flatMap(({ matches }) => matches));
  const round_id = fc.constantFrom(...rounds.map((round) => round.round_id));
  const referee_id = fc.constantFrom("REF01", "REF02");
  const status = fc.constantFrom("WIN", "DRAW", "TECHNICAL_LOSS");
  const result = fc
    .record({ match, referee_id, status, drawn_number: fc.integer({ min: 1, max: 10 }) })
    .map(({ match: { match_id, round_id: round, player_A_id, player_B_id }, ...rest }): RecordedResult => {
      const points = rest.status === "DRAW" ? [1, 1] : [3, 0];
      return {
        ...{ ...rest, match_id, round_id: round, choices: {} },
        winner: rest.status === "DRAW" ? null : player_A_id,
        score: { [player_A_id]: points[0] ?? 0, [player_B_id]: points[1] ?? 0 },
      };
    });
  return fc.oneof(
    { weight: 4, arbitrary: fc.record({ at: moment, type: fc.constant("result_recorded"), result }) },
    fc
      .tuple(moment, match, referee_id)
      .map(
        ([at, { match_id }, referee]) =>
          ({ at, type: "match_started", match_id, referee_id: referee }) as const,
      ),
    fc.record({ at: moment, type: fc.constantFrom("round_announced", "round_completed"), round_id }),
  );
}

/** A request, and one, two or no answers. */
function messageOf(agents: readonly AgentCard[]): fc.Arbitrary<(exchange: number) => ViewerEvent[]> {
  const agent = fc.constantFrom(...agents.map(nameOf));
  const content = { message_type: "PING", size: 2, body: {} };
  return fc
    .record({
      ...{ at: moment, from: agent, to: agent },
      deadline_ms: fc.constantFrom(null, 5, 30),
      answers: fc.array(
        fc.record({
          after: fc.integer({ min: 0, max: 60 }),
          failure: fc.constantFrom(null, "HTTP 500", "no"),
        }),
        { maxLength: 2 },
      ),
    })
    .map(({ at, from, to, deadline_ms, answers }) => (exchange) => [
      {
        ...{ at, type: "message_sent", exchange, from, to, deadline_ms, ...content },
        ...{ method: "ping", match_id: null, conversation_id: null },
      },
      ...answers.map(
        ({ after, failure }): ViewerEvent => ({
          ...{ at: at + after, type: "message_answered", exchange, status: 200, failure, ...content },
        }),
      ),
    ]);
}

function nameOf({ role, id }: AgentCard): string {
  return `${role}:${id}`;
}
