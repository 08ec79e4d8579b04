import { expect } from "vitest";

/** Compares two JSON-RPC answers as values, and the digits of their ids. Null and "" are no answer. */
export function expectAnswer(received: string | null, expected: string | null): void {
  if (expected === null) {
    expect(received ?? "").toBe("");
    return;
  }
  expect(JSON.parse(received ?? "null")).toEqual(JSON.parse(expected));
  expect(idsIn(received ?? "")).toEqual(idsIn(expected));
}

function idsIn(answer: string): (string | undefined)[] {
  return [...answer.matchAll(/"id": *("[^"]*"|[^,}\s]*)/g)].map(([, id]) => id);
}
