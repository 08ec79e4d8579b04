/** Every variant of the test bed plays a real match with the plain examples. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, test } from "vitest";
import { realStage } from "../../src/stage/real-stage.js";
import { listening, Processes, type Started } from "../processes.js";
import { commandOf, folder, missing, type Role, roles, twin, type Variant, variants } from "./variants.js";

const stage = realStage(1);
const processes = new Processes();
const data = mkdtempSync(join(tmpdir(), "league-habits-"));
afterEach(() => processes.endAll());
afterAll(() => rmSync(data, { recursive: true, force: true }));

/** Longer starts than this cost CPU and show nothing more. */
const LONGEST_START_SECONDS = 1;

async function start(variant: Variant, role: Role, name: string, league: number): Promise<Started> {
  const values: Record<string, string> = {
    port: String(role === "manager" ? league : await stage.freePort()),
    league: `http://127.0.0.1:${league}/mcp`,
    ...{ name, players: "2", referees: "1", data: mkdtempSync(join(data, "agent-")) },
  };
  const words = commandOf(variant, role).map((word) =>
    word.replace(/\{(\w+)\}/, (_, key) => values[key] ?? ""),
  );
  return processes.start(words, folder);
}

/** A league of two players in which one agent is the variant. */
async function playsAMatch(variant: Variant, role: Role): Promise<void> {
  const kindOf = (other: Role) => (other === role ? variant : twin);
  const league = fixedPort(kindOf("manager")) ?? (await stage.freePort());
  const manager = await start(kindOf("manager"), "manager", "Manager", league);
  await listening(league);
  await start(kindOf("referee"), "referee", "Referee", league);
  await start(kindOf("player"), "player", "Variant", league);
  await start(twin, "player", "Twin", league);
  await manager.says(/^champion: (Variant|Twin) with [13] points$/m);
}

function fixedPort({ habits = [] }: Variant): number | undefined {
  const at = habits.indexOf("--fixed-port");
  return at < 0 ? undefined : Number(habits[at + 1]);
}

function startSeconds({ habits = [] }: Variant): number {
  const at = habits.indexOf("--start-cpu");
  return at < 0 ? 0 : Number(habits[at + 1]);
}

describe.each(roles)("a %s", (role) => {
  const own = variants.filter(
    (variant) => variant.roles.includes(role) && startSeconds(variant) <= LONGEST_START_SECONDS,
  );
  for (const variant of own) {
    const reason = missing(variant);
    const title = `${variant.name} plays a match`;
    test.runIf(reason === undefined)(
      reason === undefined ? title : `${title}: not run: ${reason}`,
      {
        timeout: 60_000,
      },
      () => playsAMatch(variant, role),
    );
  }
});
