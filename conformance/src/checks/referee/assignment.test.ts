/** Order is shown by how long the players wait, and not by a few milliseconds. */
import { expect, test } from "vitest";
import { isObject } from "../../json/pointer.js";
import { all, changeCall } from "../../mutants/fault-injection.js";
import { tryMutant } from "../../self-test/trial.js";
import { deadlineOf } from "../../time/protocol-deadlines.js";
import { loadChecks } from "../registry.js";

const ID = "referee/assignment/acknowledges-at-once";

test("a referee that answers RUN_MATCH when the match is over is late by more than any margin", async () => {
  const checks = (await loadChecks()).filter(({ check }) => check.id === ID);
  const inject = () => {
    let reported: () => void = () => undefined;
    const isOver = new Promise<void>((resolve) => {
      reported = resolve;
    });
    return all(
      changeCall("MATCH_RESULT_REPORT", () => {
        reported();
        return undefined;
      }),
      {
        handler: (inner) => async (http) => {
          const text = typeof http.body === "string" ? http.body : new TextDecoder().decode(http.body);
          const body: unknown = JSON.parse(text);
          const reply = await inner(http);
          if (isObject(body) && body.method === "run_match") await isOver;
          return reply;
        },
      },
    );
  };
  const mutant = { id: "referee:answers-when-the-match-is-over", fault: "", inject } as const;
  const results = await tryMutant(mutant, "referee", { seed: 1, wire: "canonical", checks });
  const { verdict, diagnosis = "" } = results.get(ID) ?? {};
  expect(verdict).toBe("warn");
  const late_ms = Number(/took (\d+) ms/.exec(diagnosis)?.[1]);
  expect(late_ms, diagnosis).toBeGreaterThanOrEqual(deadlineOf("GAME_INVITATION") / 2);
});
