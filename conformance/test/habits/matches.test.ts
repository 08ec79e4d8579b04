/** Every variant of the test bed plays a real match: each league has one in every role, and a plain player. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, test } from "vitest";
import { realEnvironment } from "../../src/environment/real-environment.js";
import { listening, Processes, type Started } from "../processes.js";
import { commandOf, folder, missing, type Role, roles, twin, type Variant, variants } from "./variants.js";

const environment = realEnvironment(1);
const processes = new Processes();
const data = mkdtempSync(join(tmpdir(), "league-habits-"));
afterEach(() => processes.endAll());
afterAll(() => rmSync(data, { recursive: true, force: true }));

/** Longer starts than this cost CPU and show nothing more. */
const LONGEST_START_SECONDS = 1;

async function start(variant: Variant, role: Role, name: string, league: number): Promise<Started> {
  const values: Record<string, string> = {
    port: String(role === "manager" ? league : await environment.freePort()),
    league: `http://127.0.0.1:${league}/mcp`,
    ...{ name, players: "2", referees: "1", data: mkdtempSync(join(data, "agent-")) },
  };
  const words = commandOf(variant, role).map((word) =>
    word.replace(/\{(\w+)\}/, (_, key) => values[key] ?? ""),
  );
  return processes.start(words, folder);
}

/** A league of two players: one variant in each role, and the plain example as the other player. */
async function playsAMatch(variantOf: (role: Role) => Variant): Promise<void> {
  const league = fixedPort(variantOf("manager")) ?? (await environment.freePort());
  const manager = await start(variantOf("manager"), "manager", "Manager", league);
  await listening(league);
  await start(variantOf("referee"), "referee", "Referee", league);
  await start(variantOf("player"), "player", "Variant", league);
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

/** To ask whether a machine has what one needs takes as long as to start it. */
const known = variants.filter(
  (variant) => startSeconds(variant) <= LONGEST_START_SECONDS && missing(variant) === undefined,
);

/** The variants that an agent of this role can be, on this machine. */
function variantsOf(role: Role): readonly Variant[] {
  return known.filter((variant) => variant.roles.includes(role));
}

const ofRole = {
  player: variantsOf("player"),
  referee: variantsOf("referee"),
  manager: variantsOf("manager"),
};
const leagues = Array.from({ length: Math.max(...roles.map((role) => ofRole[role].length)) }, (_, index) => {
  const variantOf = (role: Role) => ofRole[role][index] ?? twin;
  return { variantOf, title: roles.map((role) => `${role}: ${variantOf(role).name}`).join(", ") };
});

test.each(leagues)("$title", { timeout: 60_000 }, ({ variantOf }) => playsAMatch(variantOf));
