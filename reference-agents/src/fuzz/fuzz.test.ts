import { join } from "node:path";
import { leagueManagerServes, playerServes, refereeServes } from "@league-v2/contract";
import { describe, expect, it } from "vitest";
import { readCorpus } from "./corpus.js";
import { fire, fuzz } from "./fuzz.js";
import { lifetimes } from "./lifetimes.js";
import { subjectOf } from "./subjects.js";

const requests = 2000;
const corpus = join(import.meta.dirname, "../../fuzz/corpus");
const roles = [
  ["player", playerServes],
  ["referee", refereeServes],
  ["league_manager", leagueManagerServes],
] as const;

describe.each(roles)("hostile requests to a %s", (role, serves) => {
  it("are all answered as unknown clients may be answered, and reach every handler", async () => {
    const { findings, answered } = await fuzz({
      role,
      requests,
      seed: 42,
      lifetime: lifetimes[role],
    });
    expect(findings).toEqual([]);
    expect([...answered]).toEqual(expect.arrayContaining(Object.keys(serves)));
  });
});

describe("what has found a fault once", () => {
  it.each(readCorpus(corpus).map((entry) => [`${entry.role}: ${entry.found}`, entry] as const))(
    "%s (%#)",
    async (_name, { role, request }) => {
      const subject = await subjectOf(role, 1);
      expect(await fire(subject, role, [request])).toEqual([]);
      await subject.close();
    },
  );
});
