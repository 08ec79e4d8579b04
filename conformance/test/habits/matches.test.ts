/** Variants of the test bed play real matches in leagues with one referee and two players; a third here, all with `FULL=1`. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, test } from "vitest";
import { oneIn } from "../../../tools/gate/one-in.js";
import { realEnvironment } from "../../src/environment/real-environment.js";
import { listening, Processes, type Started } from "../processes.js";
import { commandOf, folder, missing, type Role, twin, type Variant, variants } from "./variants.js";

const environment = realEnvironment(1);
const processes = new Processes();
const data = mkdtempSync(join(tmpdir(), "league-habits-"));
afterEach(() => processes.endAll());
afterAll(() => rmSync(data, { recursive: true, force: true }));

/** Variants with a longer start are left out: they differ from the others only in their start, and use CPU time. */
const LONGEST_START_SECONDS = 1;
/** A shorter start than usual: `habits.test.ts` shows the effect of the option. */
const START_SECONDS = "0.2";

async function start(variant: Variant, role: Role, name: string, league: number): Promise<Started> {
  const values: Record<string, string> = {
    port: String(role === "manager" ? league : await environment.freePort()),
    league: `http://127.0.0.1:${league}/mcp`,
    ...{ name, players: "2", referees: "1", data: mkdtempSync(join(data, "agent-")) },
  };
  const words = commandOf(variant, role).map((word) =>
    word.replace(/\{(\w+)\}/, (_, key) => values[key] ?? ""),
  );
  const at = words.indexOf("--start-cpu");
  if (at >= 0) words[at + 1] = START_SECONDS;
  return processes.start(words, folder);
}

interface League {
  readonly manager: Variant;
  readonly referee: Variant;
  readonly players: readonly Variant[];
}

async function playsAMatch(league: League): Promise<void> {
  const port = fixedPort(league.manager) ?? (await environment.freePort());
  const manager = await start(league.manager, "manager", "Manager", port);
  await listening(port);
  await start(league.referee, "referee", "Referee", port);
  for (const [index, player] of league.players.entries())
    await start(player, "player", `Player ${index + 1}`, port);
  await manager.says(/^champion: Player [12] with [13] points$/m);
}

function fixedPort({ habits = [] }: Variant): number | undefined {
  const at = habits.indexOf("--fixed-port");
  return at < 0 ? undefined : Number(habits[at + 1]);
}

function startSeconds({ habits = [] }: Variant): number {
  const at = habits.indexOf("--start-cpu");
  return at < 0 ? 0 : Number(habits[at + 1]);
}

/** Computed once, because the test for the needs of a variant takes as long as its start. */
const known = variants.filter(
  (variant) => startSeconds(variant) <= LONGEST_START_SECONDS && missing(variant) === undefined,
);

/** The variants that an agent of this role can be, on this machine. */
function variantsOf(role: Role): readonly Variant[] {
  return known.filter((variant) => variant.roles.includes(role));
}

const [managers, referees] = [variantsOf("manager"), variantsOf("referee")];
/** From the end of the list, because a league must not have two variants with the same fixed port. */
const players = variantsOf("player").toReversed();
/** Where variants of one role remain, the plain example plays the other roles. */
const leagues = Array.from(
  { length: Math.max(managers.length, referees.length, Math.ceil(players.length / 2)) },
  (_, index) => {
    const league: League = {
      manager: managers[index] ?? twin,
      referee: referees[index] ?? twin,
      players: [players[2 * index] ?? twin, players[2 * index + 1] ?? twin],
    };
    const names = [league.manager, league.referee, ...league.players].map(({ name }) => name);
    return { league, title: `manager, referee and players: ${names.join(", ")}` };
  },
);

test.each(oneIn(3, leagues))("$title", { timeout: 60_000 }, ({ league }) => playsAMatch(league));
