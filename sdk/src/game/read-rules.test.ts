import { describe, expect, it } from "vitest";
import { evenOdd } from "./even-odd.js";
import { readGameRules } from "./read-rules.js";

describe("the rules of a game", () => {
  it("are accepted as they are", () => {
    expect(readGameRules(evenOdd)).toBe(evenOdd);
  });

  it.each([
    [null, "they are no object"],
    [() => 1, "they are no object"],
    [{ ...evenOdd, type: " " }, "type is not the name of a game"],
    [{ ...evenOdd, description: undefined }, "description is not a text"],
    [
      { ...evenOdd, choice: { enum: ["rock"] } },
      "choice is not a schema with an enum of the contract's choices",
    ],
    [{ ...evenOdd, choice: { enum: [] } }, "choice is not a schema with an enum of the contract's choices"],
    [{ ...evenOdd, draw: 7, decide: undefined }, "draw is not a function, decide is not a function"],
    [
      { ...evenOdd, draw: () => 11 },
      "draw returned 11, no integer from 1 to 10, for the choices even and even",
    ],
    [
      { ...evenOdd, decide: () => ({ winner: "P03", reason: "so" }) },
      "decide returned the winner P03, neither of P01 and P02 nor null, for the choices even and even",
    ],
    [
      { ...evenOdd, decide: () => ({ winner: null, reason: "" }) },
      "decide returned no reason for the choices even and even",
    ],
    [
      {
        ...evenOdd,
        draw: () => {
          throw new Error("no dice");
        },
      },
      "no dice for the choices even and even",
    ],
  ])("are refused with what is wrong: %#", (value, fault) => {
    expect(() => readGameRules(value)).toThrow(`these are no game rules: ${fault}`);
  });
});
