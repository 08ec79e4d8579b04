/** The verdicts for agents that answer with other ids, or without any. */
import { expect, test } from "vitest";
import { isObject } from "../../json/pointer.js";
import { jsonOf } from "../../mutants/fault-injection.js";
import type { Mutant } from "../../mutants/mutant.js";
import { utf8Of } from "../../mutants/passing.js";
import { tryMutant } from "../../self-test/trial.js";
import { loadChecks } from "../registry.js";
import { NO_SUCH_METHOD } from "./helpers/json-rpc.js";

const checks = (await loadChecks()).filter(({ side, group }) => side === "transport" && group === "id");
const LONG_IDS = "transport/id/beyond-doubles";

/** Like a Java agent that reads every id with asText(). */
const quotesIds: Mutant = {
  id: "player:quotes-ids",
  fault: "",
  inject: {
    handler: (inner) => async (http) => {
      const reply = await inner(http);
      const digits = /"id"\s*:\s*(-?\d+)/.exec(utf8Of(http) ?? "")?.[1];
      const json = jsonOf(reply.body);
      return digits === undefined || !isObject(json)
        ? reply
        : { ...reply, body: JSON.stringify({ ...json, id: digits }) };
    },
  },
};

/** A service that uses JSON-RPC only for the methods that it supports. */
const refusesInWords: Mutant = {
  id: "player:refuses-in-words",
  fault: "",
  inject: {
    handler: (inner) => async (http) => {
      const reply = await inner(http);
      const json = jsonOf(reply.body);
      return isObject(json) && Object.hasOwn(json, "error")
        ? { ...reply, body: JSON.stringify({ status: "error", message: "Unknown message type" }) }
        : reply;
    },
  },
};

const silentAboutUnknownMethods: Mutant = {
  id: "transport:no-answer-to-unknown-methods",
  fault: "",
  inject: {
    handler: (inner) => (http) =>
      utf8Of(http)?.includes(NO_SUCH_METHOD) === true ? new Promise<never>(() => undefined) : inner(http),
  },
};

test("an agent that quotes its ids fails for short ids, and is not reported as answering another request", async () => {
  const results = await tryMutant(quotesIds, "player", { seed: 1, wire: "canonical", checks });
  const verdictOf = (id: string) => results.get(id)?.verdict;
  expect(verdictOf("transport/id/echoed")).toBe("fail");
  expect(verdictOf(LONG_IDS)).toBe("not-exercised");
});

test("an agent without an answer to an unknown method is reported with that request", async () => {
  const only = checks.filter(({ check }) => check.id === LONG_IDS);
  const results = await tryMutant(silentAboutUnknownMethods, "player", {
    seed: 1,
    wire: "canonical",
    checks: only,
  });
  const { verdict, diagnosis } = results.get(LONG_IDS) ?? {};
  expect(verdict).toBe("fail");
  expect(diagnosis).toMatch(
    /^a request for an unknown method \(conformance_no_such_method\) with the id \d+ got no answer/,
  );
});

test("an agent that refuses every id with an error text is not reported for the id null", async () => {
  const only = checks.filter(({ check }) => check.id === "transport/id/null");
  const results = await tryMutant(refusesInWords, "player", { seed: 1, wire: "canonical", checks: only });
  expect(results.get("transport/id/null")?.verdict).toBe("pass");
});
