import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runsOf } from "../../../tools/gate/one-in.js";
import { openSqlite } from "../store/sqlite/open-sqlite.js";
import { type AgentFactories, sdkFactories } from "./agents.js";
import { campaign } from "./campaign.js";
import { faultKinds } from "./fault-kinds.js";
import { reportOn } from "./report.js";

let folder: string;
let opened = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "league-simulate-sqlite-"));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const onSqlite: AgentFactories = {
  ...sdkFactories,
  store: () => {
    opened += 1;
    return openSqlite({ file: join(folder, `${opened}.db`), newLeagueId: () => "league_simulated" });
  },
};

it("every invariant holds in leagues whose store is a real SQLite file", async () => {
  const seeds = runsOf(12);
  const { findings, leagues } = await campaign({
    ...{
      firstSeed: 1,
      seeds,
      players: 5,
      maxFindings: 1,
      kinds: new Set(faultKinds),
      factories: onSqlite,
    },
  });
  expect(findings.map(({ finding, smallest }) => reportOn(finding, smallest)).join("\n")).toBe("");
  expect(leagues).toBe(seeds);
}, 120_000);
