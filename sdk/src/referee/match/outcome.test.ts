import { describe, expect, it } from "vitest";
import { evenOdd } from "../../game/even-odd.js";
import type { Random } from "../../platform/random.js";
import { drawNumber, forfeited, type Part, type Participant, played } from "./outcome.js";

const participant = <P extends Part>(id: string, part: P): Participant<P> => ({ id, part });
const chose = (id: string, choice: "even" | "odd") => participant(id, { kind: "chose" as const, choice });
const scores = { P01: { P01: 3, P02: 0 }, P02: { P01: 0, P02: 3 } };

it("a played match is won by the only player that named the parity of the number, else it is a draw", () => {
  for (const a of ["even", "odd"] as const)
    for (const b of ["even", "odd"] as const)
      for (let number = 1; number <= 10; number++) {
        const parity = [2, 4, 6, 8, 10].includes(number) ? "even" : "odd";
        const winner = a === b ? null : a === parity ? "P01" : "P02";
        expect(played(chose("P01", a), chose("P02", b), evenOdd, number)).toEqual({
          status: winner === null ? "DRAW" : "WIN",
          winner,
          score: winner === null ? { P01: 1, P02: 1 } : scores[winner],
          drawn_number: number,
          number_parity: parity,
          choices: { P01: a, P02: b },
          reason: expect.stringContaining(`Number ${number} is ${parity}.`),
        });
      }
});

describe("a match that is not played", () => {
  const parts = {
    "has joined": { kind: "joined" },
    "was stopped": { kind: "stopped" },
    "has declined": { kind: "declined" },
    "was late": { kind: "missed", code: "E001" },
    "was unreachable": { kind: "unreachable" },
  } as const;
  const failed = ["has declined", "was late", "was unreachable"] as const;
  const outcome = (a: keyof typeof parts, b: keyof typeof parts) =>
    forfeited(participant("P01", parts[a]), participant("P02", parts[b]));

  it("is won by the player that did not fail, on either side", () => {
    for (const good of ["has joined", "was stopped"] as const)
      for (const bad of failed) {
        const won = { status: "TECHNICAL_LOSS", drawn_number: null, choices: { P01: null, P02: null } };
        expect(outcome(good, bad)).toMatchObject({ ...won, winner: "P01", score: scores.P01 });
        expect(outcome(bad, good)).toMatchObject({ ...won, winner: "P02", score: scores.P02 });
      }
  });

  it.each([
    ["was late", "was late", "DRAW", null],
    ["was late", "was unreachable", "DRAW", null],
    ["was late", "has declined", "TECHNICAL_LOSS", "P01"],
    ["has declined", "has declined", "TECHNICAL_LOSS", null],
    ["has declined", "was unreachable", "TECHNICAL_LOSS", null],
    ["was unreachable", "was unreachable", "TECHNICAL_LOSS", null],
  ] as const)("because one player %s and the other %s: %s, won by %s", (a, b, status, winner) => {
    const score =
      status === "DRAW" ? { P01: 1, P02: 1 } : winner === null ? { P01: 0, P02: 0 } : scores[winner];
    expect(outcome(a, b)).toMatchObject({ status, winner, score });
    const mirrored = winner === null ? { winner: null } : { winner: "P02" };
    expect(outcome(b, a)).toMatchObject({ status, ...mirrored });
  });
});

it.each([
  [0, "WIN", 7],
  [3, "WIN", 7],
  [4, "DRAW", null],
])(
  "the source of randomness may fail %i times: then the match is a %s with the number %j",
  (failures, status, number) => {
    let left = failures;
    const below = () => {
      if (left-- > 0) throw new Error("no entropy");
      return 6;
    };
    const broken: Random = { bytes: (n) => new Uint8Array(n), below };
    const drawn = drawNumber(evenOdd, broken, ["odd", "even"]);
    expect(drawn).toBe(number);
    expect(played(chose("P01", "odd"), chose("P02", "even"), evenOdd, drawn)).toMatchObject({ status });
  },
);
