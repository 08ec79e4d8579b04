/** A league manager that names counts otherwise, or leaves them out: a fault in the forms of the documents only. */
import { expect, test } from "vitest";
import { loadChecks } from "../checks/registry.js";
import { isObject } from "../json/pointer.js";
import { all, changeCall } from "../mutants/fault-injection.js";
import { mutant } from "../mutants/mutant.js";
import { tryMutant } from "./trial.js";

const ids = [
  "manager/rounds/completion-after-each",
  "manager/rounds/counts-every-report",
  "manager/standings/points",
];

const withOtherCounts = mutant({
  id: "manager:names-counts-otherwise",
  fault: "Names matches_played otherwise, and leaves wins, draws and losses out of the final standings.",
  inject: all(
    changeCall("ROUND_COMPLETED", ({ matches_played, ...others }) => ({
      ...others,
      matches_completed: matches_played ?? 0,
    })),
    changeCall("LEAGUE_COMPLETED", ({ final_standings, ...others }) => ({
      ...others,
      final_standings: (Array.isArray(final_standings) ? final_standings : [])
        .filter(isObject)
        .map(({ wins: _wins, draws: _draws, losses: _losses, ...row }) => row),
    })),
  ),
});

test.each([
  ["canonical", "fail"],
  ["message-param", "pass"],
])("in the form %s the checks of these counts %s", async (wire, verdict) => {
  const checks = (await loadChecks()).filter(({ check }) => ids.includes(check.id));
  const results = await tryMutant(withOtherCounts, "manager", { seed: 1, wire, checks });
  expect([...results.values()].map((one) => `${one.id} ${one.verdict}`).toSorted()).toEqual(
    ids.map((id) => `${id} ${verdict}`).toSorted(),
  );
});

test("points that are wrong are found in any form", async () => {
  const wrong = mutant({
    ...withOtherCounts,
    inject: changeCall("LEAGUE_COMPLETED", ({ final_standings, ...others }) => ({
      ...others,
      final_standings: (Array.isArray(final_standings) ? final_standings : [])
        .filter(isObject)
        .map((row) => ({ player_id: row.player_id ?? "", points: Number(row.points) + 1 })),
    })),
  });
  const checks = (await loadChecks()).filter(({ check }) => check.id === "manager/standings/points");
  const results = await tryMutant(wrong, "manager", { seed: 1, wire: "message-param", checks });
  expect(results.get("manager/standings/points")?.verdict).toBe("fail");
});
