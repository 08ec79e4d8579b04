import { expect, it } from "vitest";
import { canonicalWire, type Wire } from "../agent/core/wire.js";
import { reporter } from "./authority.js";
import { MemoryStore } from "./memory-store.js";
import { Roster } from "./roster.js";
import type { Member } from "./store.js";
import { member } from "./store-contract/samples.fixture.js";

/** The error code for a report of REF01 without a token; undefined if it counts. */
async function refusalOf(
  { learned_wire, ...forms }: Partial<Member>,
  wire: Wire,
): Promise<string | undefined> {
  const store = new MemoryStore();
  await store.admit(() => ({
    member: { ...member("REF01", "referee"), wire: canonicalWire.name, ...forms },
    token: "0".repeat(32),
  }));
  await store.begin(() => ({ rounds: [] }));
  const roster = new Roster(store);
  await roster.all();
  if (learned_wire !== undefined) await store.learnWire("REF01", learned_wire);
  return reporter({ sender: "referee:REF01" }, { roster, store }, wire).then(
    () => undefined,
    (error: { readonly code: string }) => error.code,
  );
}

const loose: Wire = { name: "loose", tokenless: true, matchStart: "run_match" };
const lenient: Wire = { ...loose, tokenless: false, isLenient: true };
const withToken = JSON.stringify({ name: "own", tokens: "required" });
const derived = JSON.stringify({ name: "derived", tokens: "optional" });

it.each<[string, Partial<Member>, Wire, string | undefined]>([
  ["registered and reports canonically", {}, canonicalWire, "E011"],
  ["registered canonically and reports in a form without tokens", {}, loose, "E011"],
  ["registered in a form without tokens", { wire: "loose" }, loose, undefined],
  ["registered in a tolerant form with tokens", { wire: withToken }, loose, "E011"],
  ["registered in a tolerant form with tokens, and reports in none", { wire: withToken }, lenient, "E011"],
  ["has answered in a form without tokens", { learned_wire: "loose" }, loose, undefined],
  ["has answered in a derived form without tokens", { learned_wire: derived }, loose, undefined],
  [
    "has answered in a form without tokens, and reports in none",
    { learned_wire: derived },
    lenient,
    undefined,
  ],
  [
    "has answered in a form without tokens, and reports canonically",
    { learned_wire: "loose" },
    canonicalWire,
    "E011",
  ],
  ["has answered in a form with tokens", { learned_wire: "mcp" }, loose, "E011"],
])("a referee that %s: a report without a token", async (_name, forms, wire, code) => {
  expect(await refusalOf(forms, wire)).toBe(code);
});
