/** A simple model of a store, compared with it in random sequences of leases, releases and reports. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { count, emptyTally, type Tally } from "../../manager/store/standings.js";
import type { LeaseOutcome, RecordedResult, Recording, Store } from "../../manager/store/store.js";
import { enrol, member, players, referees } from "./samples.js";

type Step =
  | { readonly kind: "leaseMatch"; readonly match: number; readonly referee: number; readonly length: number }
  | { readonly kind: "giveBack"; readonly match: number; readonly referee: number }
  | { readonly kind: "record"; readonly match: number; readonly ending: number }
  | { readonly kind: "wait"; readonly ms: number };

const CAPACITY = 2;
const MATCHES = 6;

const match = fc.nat(MATCHES - 1);
const referee = fc.nat(referees.length - 1);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant("leaseMatch" as const),
    match,
    referee,
    length: fc.integer({ min: 1, max: 50 }),
  }),
  fc.record({ kind: fc.constant("giveBack" as const), match, referee }),
  fc.record({ kind: fc.constant("record" as const), match, ending: fc.nat(3) }),
  fc.record({ kind: fc.constant("wait" as const), ms: fc.integer({ min: 1, max: 30 }) }),
);

/** The match that has this number, ended in one of four ways. */
function resultOf(number: number, ending: number): RecordedResult {
  const [a = "", b = ""] = [players[number % 3], players[(number + 1) % 3]];
  const winner = [a, b, null, null][ending] ?? null;
  const points = winner === null ? (ending === 2 ? 1 : 0) : 3;
  return {
    match_id: `R1M${number}`,
    round_id: 1,
    referee_id: "REF01",
    status: winner === null ? (ending === 2 ? "DRAW" : "TECHNICAL_LOSS") : "WIN",
    winner,
    score: { [a]: winner === b ? 0 : points, [b]: winner === a ? 0 : points },
    drawn_number: ending === 3 ? null : 4,
    choices: { [a]: "even", [b]: null },
  };
}

class Model {
  now = 0;
  readonly leases = new Map<string, { referee_id: string; until: number }>();
  readonly results = new Map<string, RecordedResult>();

  leaseMatch(match_id: string, referee_id: string, until: number): LeaseOutcome {
    if (this.results.has(match_id)) return { kind: "settled" };
    const lease = this.leases.get(match_id);
    if (lease && this.now < lease.until) return { kind: "taken", ...lease };
    const held = [...this.leases.values()].filter(
      (one) => one.referee_id === referee_id && this.now < one.until,
    );
    if (held.length >= CAPACITY) return { kind: "full", until: Math.min(...held.map((one) => one.until)) };
    this.leases.set(match_id, { referee_id, until });
    return { kind: "leased" };
  }

  record(result: RecordedResult): Recording {
    const known = this.results.get(result.match_id);
    if (known)
      return known.status === result.status && known.winner === result.winner ? "repeated" : "conflicting";
    this.results.set(result.match_id, result);
    this.leases.delete(result.match_id);
    return "recorded";
  }

  get tallies(): Tally[] {
    return players.map((id) => {
      const own = [...this.results.values()].filter(({ score }) => id in score);
      return own.reduce(
        (sum, { winner, score }) => count(sum, { winner, points: new Map(Object.entries(score)) }),
        emptyTally(id, member(id).display_name),
      );
    });
  }
}

export function modelContract(open: () => Promise<Store>, numRuns: number): void {
  it("returns the same as the model after each step", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const store = await open();
        const model = new Model();
        await enrol(store);
        for (const one of steps) await take(one, store, model);
        expect(await store.tallies()).toEqual(model.tallies);
        for (let number = 0; number < MATCHES; number++) {
          expect(await store.result(`R1M${number}`)).toEqual(model.results.get(`R1M${number}`) ?? null);
        }
        await store.close();
      }),
      { numRuns },
    );
  });
}

async function take(one: Step, store: Store, model: Model): Promise<void> {
  if (one.kind === "wait") {
    model.now += one.ms;
    return;
  }
  const match_id = `R1M${one.match}`;
  if (one.kind === "record") {
    const result = resultOf(one.match, one.ending);
    expect(await store.record(result)).toBe(model.record(result));
    return;
  }
  const referee_id = referees[one.referee] ?? "";
  if (one.kind === "giveBack") {
    await store.giveBack(match_id, referee_id);
    if (model.leases.get(match_id)?.referee_id === referee_id) model.leases.delete(match_id);
    return;
  }
  const { now } = model;
  const until = now + one.length;
  const lease = await store.leaseMatch(match_id, referee_id, { capacity: CAPACITY, now, until });
  expect(lease).toEqual(model.leaseMatch(match_id, referee_id, until));
}
