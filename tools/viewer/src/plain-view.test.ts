import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ViewerEvent } from "./events.js";
import { Spans } from "./history.js";
import { plainPending, plainPoints, plainView } from "./plain-view.fixture.js";
import { randomEvents } from "./random-events.fixture.js";
import { reduce, viewAt } from "./reduce.js";
import { Timeline } from "./timeline.js";
import type { LeagueView } from "./view.js";

const someMoments = fc.array(fc.integer({ min: -1, max: 470 }), { minLength: 1, maxLength: 6 });

function comparable({ standings, rounds, matches, agents, exchanges }: LeagueView) {
  return {
    ...{ standings, rounds, matches, agents },
    exchanges: exchanges.map(({ sent, answer }) => ({ sent, answer })),
  };
}

/** Answers at the same moment have no defined order. */
function withoutTies(events: readonly ViewerEvent[]): readonly ViewerEvent[] {
  const seen = new Set<string>();
  return events.filter((event) => {
    if (event.type !== "message_answered") return true;
    const key = `${event.exchange} ${event.at}`;
    return !seen.has(key) && seen.add(key);
  });
}

describe("the indexed view", () => {
  it("equals the view by definition, from the whole league and from the events until then", () => {
    fc.assert(
      fc.property(randomEvents(), someMoments, (all, moments) => {
        const events = withoutTies(all);
        const timeline = new Timeline(events);
        for (const t of moments) {
          const plain = plainView(events, t);
          expect(comparable(viewAt(timeline, t))).toEqual(plain);
          expect(comparable(reduce(events, t))).toEqual(plain);
        }
      }),
    );
  });

  it("has the pending calls, and the points after each round", () => {
    fc.assert(
      fc.property(randomEvents(), someMoments, (all, moments) => {
        const events = withoutTies(all);
        const timeline = new Timeline(events);
        for (const t of moments) {
          const pending = timeline.log.pendingAt(t).map(({ sent }) => sent.exchange);
          expect(pending).toEqual(plainPending(events, t));
          for (const { id } of timeline.playerCards) {
            expect(timeline.points.of(id, t)).toEqual(plainPoints(events, id, t));
          }
        }
      }),
    );
  });

  it("has the same object for a match that is over, so that it is not drawn again", () => {
    fc.assert(
      fc.property(randomEvents(), (events) => {
        const timeline = new Timeline(events);
        const [end, later] = [500, 600].map((t) => viewAt(timeline, t).matches);
        expect(end?.length).toBeGreaterThan(0);
        for (const [index, match] of (end ?? []).entries()) {
          if (match.state === "FINISHED") expect(later?.[index]).toBe(match);
        }
      }),
    );
  });
});

describe("spans of time", () => {
  it("are found by a moment inside of them", () => {
    const span = fc.tuple(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 200 }));
    fc.assert(
      fc.property(fc.array(span, { maxLength: 400 }), someMoments, (pairs, moments) => {
        const spans = pairs.map(([begin, length]) => ({ begin, end: begin + length }));
        spans.sort((a, b) => a.begin - b.begin);
        const indexed = new Spans(spans);
        for (const t of moments) {
          const holding = spans.flatMap(({ begin, end }, index) => (begin <= t && t < end ? index : []));
          expect(indexed.at(t)).toEqual(holding);
        }
      }),
    );
  });
});
