import { expect, test } from "vitest";
import { tryMutant } from "../../self-test/trial.js";
import type { FaultInjection } from "../../subject/in-process-subject.js";
import { loadChecks } from "../registry.js";
import { NO_SUCH_METHOD } from "./helpers/json-rpc.js";

const ID = "transport/id/beyond-doubles";

test("an agent that answers nothing to an unknown method is told that this was what it did not answer", async () => {
  const checks = (await loadChecks()).filter(({ check }) => check.id === ID);
  const inject: FaultInjection = {
    handler: (inner) => (http) => {
      const text = typeof http.body === "string" ? http.body : new TextDecoder().decode(http.body);
      return text.includes(NO_SUCH_METHOD) ? new Promise<never>(() => undefined) : inner(http);
    },
  };
  const mutant = { id: "transport:silent-about-unknown-methods", fault: "", inject } as const;
  const results = await tryMutant(mutant, "player", { seed: 1, wire: "canonical", checks });
  const { verdict, diagnosis } = results.get(ID) ?? {};
  expect(verdict).toBe("fail");
  expect(diagnosis).toMatch(
    /^a request for an unknown method \(conformance_no_such_method\) with the id \d+ got no answer/,
  );
});
