/** Invalid choices of a player: values that the contract's schema refuses, and words that a program may accept. */

import type { Random } from "../sdk.js";
import { faultsOf } from "./negatives.js";

/** Abbreviations, translations, truth values and numbers; each of them is some program's word for a parity. */
const WORDS: readonly string[] = [
  ...["banana", "maybe", "yes", "no", "both", "none", "either", "random", "any", "null", "undefined"],
  ...[
    "e",
    "o",
    "E",
    "O",
    "evn",
    "evens",
    "odds",
    "not even",
    "even or odd",
    "even!",
    " even",
    "odd ",
    '"even"',
  ],
  ...[
    "0",
    "1",
    "2",
    "7",
    "true",
    "false",
    "gerade",
    "ungerade",
    "pair",
    "impair",
    "par",
    "impar",
    "זוגי",
    "偶数",
  ],
];

/** The same in other types of JSON. */
const VALUES: readonly unknown[] = [0, 1, 2, true, false, [], ["odd"], {}, { parity: "even" }];

/** The clause lets a referee read "EVEN" for "even". */
const ANY_CASE = /^(even|odd)$/i;

/** Each of them once. Undefined stands for a choice that is missing. */
export const WRONG_CHOICES: readonly unknown[] = distinct([
  ...["", null, undefined, 7, "banana", ["odd"], " even", "maybe"],
  ...faultsOf("CHOOSE_PARITY_RESPONSE")
    .filter(({ pointer }) => pointer === "/parity_choice")
    .map(({ set }) => set),
  ...VALUES,
  ...WORDS,
]).filter((one) => typeof one !== "string" || !ANY_CASE.test(one));

/** This many come first in every run, so that each kind is tried even where few of them can be. */
const ALWAYS = 8;

/** All of them; those after the first few in an order that the seed decides. */
export function wrongChoices(random: Random): unknown[] {
  const rest = WRONG_CHOICES.slice(ALWAYS).map((value) => ({ value, place: random.below(2 ** 31) }));
  const ordered = rest.toSorted((a, b) => a.place - b.place).map(({ value }) => value);
  return [...WRONG_CHOICES.slice(0, ALWAYS), ...ordered];
}

/** For a diagnosis. */
export function describeChoice(value: unknown): string {
  return value === undefined ? "no parity_choice" : JSON.stringify(value);
}

function distinct(values: readonly unknown[]): unknown[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}
