/** The viewer in Chromium: live during a league whose manager is killed, and saved in a file. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createLeagueManager, createPlayer, createReferee, type RunningAgent } from "@league-v2/sdk";
import { type Served, serve } from "@league-v2/sdk/node";
import type { RunOptions } from "axe-core";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import {
  COLOURS_ONLY,
  chromiumPath,
  launchChromium,
  seriousAccessibilityFaults,
  WITHOUT_COLOURS,
} from "../../conformance/fixtures/report/chromium.js";
import { freePort } from "../../tools/gate/free-port.js";
import { type TestCliContext, testCliContext } from "../src/cli/cli-context.fixture.js";
import { latch } from "../src/cli/latch.js";
import { run } from "../src/cli/program.js";
import { RestartingManager } from "./kill/manager.js";
import { mustBeBuilt } from "./league-process.js";
import { eventsIn, readUntil } from "./saved-page.js";
import { storedLeague } from "./stored-league.js";

const executablePath = chromiumPath();
const mayBeSkipped = executablePath === undefined && process.env.CI === undefined;
if (mayBeSkipped) {
  console.warn("skipped: the viewer in a browser (no chromium on the PATH; apt-get install chromium)");
}
/** Generous: a busy machine starts a browser slowly. */
const timeoutMs = 120_000;
/** A table of so many rows holds only those in sight. */
const PLAYERS = 42;

describe.skipIf(mayBeSkipped)("the viewer in Chromium", { timeout: 2 * timeoutMs }, () => {
  let folder = "";
  let browser: Browser;
  /** One for all tests: a new one costs more than most tests. */
  let page: Page;
  let address = "about:blank";
  /** Everything that must not happen while a page is watched. */
  let incidents: string[] = [];

  beforeAll(async () => {
    if (executablePath === undefined) throw new Error("CI needs chromium: apt-get install -y chromium");
    folder = mkdtempSync(join(tmpdir(), "league-viewer-"));
    browser = await launchChromium(executablePath);
    page = await browser.newPage({ acceptDownloads: true });
    page.setDefaultTimeout(timeoutMs);
    watch();
  }, timeoutMs);
  afterAll(async () => {
    await browser?.close();
    if (folder !== "") rmSync(folder, { recursive: true });
  });
  afterEach(() => expect(incidents).toEqual([]));

  async function open(next: string, colorScheme: "light" | "dark" = "light"): Promise<void> {
    await page.goto("about:blank");
    incidents = [];
    address = next;
    await page.emulateMedia({ colorScheme });
    await page.goto(address);
  }

  function watch(): void {
    page.on("request", (request) => {
      const url = request.url();
      const { origin, protocol } = new URL(address);
      const isOwn =
        protocol === "file:" ? url.split("#")[0] === address.split("#")[0] : url.startsWith(`${origin}/`);
      if (!isOwn && !/^(data|blob):/.test(url)) incidents.push(`request ${url}`);
    });
    page.on("console", (message) => {
      // While the manager is dead, the browser says that it cannot reach it.
      if (!/ERR_(CONNECTION|INCOMPLETE|EMPTY)/.test(message.text()))
        incidents.push(`console ${message.text()}`);
    });
    page.on("pageerror", (error) => incidents.push(`error ${error.message}`));
  }

  const barriers = (options?: RunOptions) => seriousAccessibilityFaults(page, options);

  const rows = async () => {
    const texts = await page
      .locator(".standings tbody tr")
      .evaluateAll((all: readonly { dataset: { id: string }; lastElementChild: { textContent: string } }[]) =>
        all.map((row) => [row.dataset.id, Number(row.lastElementChild.textContent)]),
      );
    return texts;
  };

  test("a league is watched over HTTP to its champion, although its manager is killed in the middle", async () => {
    mustBeBuilt();
    const port = await freePort();
    const line = `--port ${port} --players 4 --referees 1 --stay --data live`;
    const manager = new RestartingManager({ line, folder });
    await manager.listening();
    await open(`http://127.0.0.1:${port}/`);
    await page.getByText("Registration: 0 players so far").waitFor();

    const gate = latch();
    const agents = await joinLeague(`http://127.0.0.1:${port}/mcp`, gate.opened);
    await page.getByText("Round 2 of 3").waitFor();
    await page.getByText("live", { exact: true }).waitFor();
    manager.kill();
    await page.getByText("live", { exact: true }).waitFor({ state: "detached" });
    gate.open();

    await page.locator(".champion").waitFor();
    expect(manager.lives).toBe(2);
    await page.reload();
    await page.locator(".champion").waitFor();
    const tokens = await Promise.all(agents.map(async ({ agent }) => (await agent.registered).auth_token));
    expect(new Set(tokens).size).toBe(5);
    const reply = await fetch(`http://127.0.0.1:${port}/`, { headers: { accept: "text/html" } });
    const html = await reply.text();
    const stream = await readUntil(`http://127.0.0.1:${port}/events`, '"league_completed"');
    const exported = await download();
    await Promise.all(agents.map((agent) => agent.close()));
    await manager.stop();
    const bytes = [html, stream, eventsIn(exported), await page.content()];
    expect(bytes[1]).toContain("RUN_MATCH");
    for (const token of tokens) {
      for (const text of bytes) expect(text.includes(token), "a token is shown").toBe(false);
    }
    expect(bytes.some((text) => text.includes(folder))).toBe(false);

    const stored = await storedLeague(join(folder, "live"));
    expect(stored.matches).toHaveLength(6);
    expect(await rows()).toEqual(stored.points);
    await page.getByRole("button", { name: "Matches", exact: true }).click();
    const shown = page.locator("button.match").locator(".id, .letter, .middle");
    expect(await shown.allTextContents()).toEqual(stored.matches.flat());
  });

  test("a saved league opens from the disk: every part, at every moment, for every reader", async () => {
    const file = join(folder, "league.html");
    const context = testCliContext({ folder });
    const play = ["play", "--memory", "--seed", "7", "--players", "5", "--html", "league.html", "--json"];
    expect(await runLeague(play, context)).toBe(0);
    const report = JSON.parse(context.printed.join("\n"));
    const address = pathToFileURL(file).href;

    for (const [scheme, rules] of [
      ["light", {}],
      ["dark", COLOURS_ONLY],
    ] as const) {
      await open(`${address}#tab=matches&match=R1M1`, scheme);
      await page.locator(".step").first().click();
      expect(await barriers(rules)).toEqual([]);
      for (const tab of ["Crosstable", "Agents", "Messages"]) {
        await page.getByRole("button", { name: tab, exact: true }).click();
        expect(await barriers(rules)).toEqual([]);
      }
    }
    expect(await rows()).toEqual(
      report.standings.map((row: { player_id: string; points: number }) => [row.player_id, row.points]),
    );
    await page.keyboard.press("Home");
    await page.getByText("Registration: 0 players so far").waitFor();
    await page.getByRole("button", { name: "End" }).click();
    await page.getByText("Complete").waitFor();
    await page.getByRole("button", { name: "Matches", exact: true }).click();
    const labels = await page.locator(".sequence .message").allTextContents();
    expect(labels).toContain("Choose parity call");
    await page.locator(".step").first().click();
    await page.getByRole("button", { name: '"match_id"' }).first().hover();
    await page.getByText("Names a match inside its league").first().waitFor();

    const saved = eventsIn(await download());
    expect(saved).toBe(eventsIn(readFileSync(file, "utf8")));
  });

  test("a long table holds every player, although only the rows in sight are in the document", async () => {
    const context = testCliContext({ folder });
    const play = [
      "play",
      "--memory",
      "--seed",
      "7",
      "--players",
      `${PLAYERS}`,
      "--html",
      "long.html",
      "--json",
    ];
    expect(await runLeague(play, context)).toBe(0);
    const report = JSON.parse(context.printed.join("\n"));
    await open(pathToFileURL(join(folder, "long.html")).href);
    const table = page.getByRole("table", { name: "Standings" });
    await page.getByText("Complete").waitFor();
    expect(await table.getAttribute("aria-rowcount")).toBe(`${PLAYERS + 1}`);
    const inDocument = table.locator("tbody tr");
    const ids = new Map<string, string>();
    // Fewer rows than are in sight at once.
    const step = 6;
    for (let place = 0; place < PLAYERS; place += step) {
      // Each row is 34 px high, and the row of the titles is the first.
      await page
        .locator(".standings .scroll")
        .evaluate((box: { scrollTo(x: number, y: number): void }, top) => box.scrollTo(0, top), place * 34);
      // The first row of a step may be in the document before the page is painted anew, the last one is not.
      for (const index of [place + 2, Math.min(place + step, PLAYERS) + 1])
        await table.locator(`tbody tr[aria-rowindex="${index}"]`).waitFor();
      const rows = await inDocument.evaluateAll(
        (all: readonly { ariaRowIndex: string; dataset: { id: string } }[]) =>
          all.map((row) => [row.ariaRowIndex, row.dataset.id] as const),
      );
      expect(rows.length).toBeLessThan(PLAYERS);
      for (const [index, id] of rows) ids.set(index, id);
    }
    const places = report.standings.map(({ player_id }: { player_id: string }, place: number) => [
      `${place + 2}`,
      player_id,
    ]);
    expect([...ids]).toEqual(places);
    expect(await barriers()).toEqual([]);
    // Names stay visible when the columns scroll.
    await page.getByRole("button", { name: "Crosstable" }).click();
    const cross = page.locator(".cross");
    await cross.evaluate((box: { scrollTo(x: number, y: number): void }) => box.scrollTo(300, 0));
    const left = async (part: Locator) => (await part.boundingBox())?.x;
    await expect.poll(() => left(cross.locator("li .cross-name").first())).toBe(await left(cross));
  });

  test("what a tap has recorded opens from the disk as a sequence diagram", async () => {
    const { recorded, tokens } = await tappedLeague(folder);
    await open(pathToFileURL(join(folder, "tap.html")).href);
    await page.getByText(`${recorded.length} messages`).waitFor();
    const calls = page.getByRole("list", { name: "Messages in order of time" }).locator(".step.call");
    const labels = () => calls.locator(".message").allTextContents();
    expect((await labels()).toSorted()).toEqual(recorded.toSorted());
    await calls.filter({ hasText: "Choose parity call" }).first().click();
    await page.getByText('"[redacted]"').first().waitFor();
    expect(await barriers()).toEqual([]);
    const shown = [await page.content(), eventsIn(await download())];
    for (const secret of [...tokens, folder]) {
      expect(shown.some((text) => text.includes(secret))).toBe(false);
    }
    await page.getByRole("searchbox").fill("parity");
    expect(new Set(await labels())).toEqual(new Set(["Choose parity call"]));
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
  });

  test("on a phone nothing scrolls sideways, and no tab and no type of a message is cut off", async () => {
    await open(pathToFileURL(join(folder, "league.html")).href);
    await page.setViewportSize({ width: 360, height: 740 });
    for (const tab of ["Standings", "Matches", "Crosstable", "Agents", "Messages"]) {
      await page.getByRole("button", { name: tab, exact: true }).click();
      expect(await page.evaluate("document.documentElement.scrollWidth"), tab).toBe(360);
      expect(await barriers(WITHOUT_COLOURS), tab).toEqual([]);
    }
    const cutOff = page.locator(".tabs, .message-row .type");
    expect(await cutOff.count()).toBeGreaterThan(5);
    expect(
      await cutOff.evaluateAll((parts) =>
        parts.flatMap(({ scrollWidth, clientWidth, textContent }) =>
          scrollWidth > clientWidth ? [textContent] : [],
        ),
      ),
    ).toEqual([]);
  });

  async function download(): Promise<string> {
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save as HTML" }).click(),
    ]);
    return readFileSync(await file.path(), "utf8");
  }
});

function runLeague(args: readonly string[], context: TestCliContext): Promise<number> {
  return run(args, context, "0", async () => context.clock);
}

/** A tap in front of a player for one league. @returns the messages in words, and the secrets that went through it */
async function tappedLeague(folder: string) {
  const port = await freePort();
  const listening = latch();
  const context = testCliContext({ folder, onError: listening.open });
  const line = ["tap", "--target", `http://127.0.0.1:${port}/mcp`, "--html", "tap.html"];
  const ended = runLeague(line, context);
  await listening.opened;
  const [endpoint = ""] = /(?<=listens on )\S+/.exec(context.errors.join()) ?? [];
  const league = await serve(createLeagueManager({ players: 2, referees: 1 }), { closeOnSignal: false });
  const options = { league: league.url, closeOnSignal: false };
  const agents = await Promise.all([
    serve(createReferee({ displayName: "Whistle" }), options),
    serve(createPlayer({ displayName: "Heard", choose: () => "even" }), { ...options, port, endpoint }),
    serve(createPlayer({ displayName: "Unheard", choose: () => "odd" }), options),
  ]);
  const tokens = await Promise.all(agents.map(async ({ agent }) => (await agent.registered).auth_token));
  await league.agent.ended;
  await Promise.all([league, ...agents].map(({ close }) => close()));
  context.stopBy("SIGTERM");
  expect([await ended, new Set(tokens).size]).toEqual([0, 3]);
  const types = context.printed.flatMap((said) => /^[A-Z_]+(?= \()/.exec(said) ?? []);
  return { recorded: types.map(inWords), tokens };
}

/** `GAME_OVER`: `Game over`. */
function inWords(type: string): string {
  return type.charAt(0) + type.slice(1).toLowerCase().replaceAll("_", " ");
}

/** Choices of the second round wait for the gate. */
async function joinLeague(league: string, gate: Promise<void>): Promise<Served<RunningAgent>[]> {
  const referee = createReferee({ displayName: "Whistle" });
  const players = ["A", "B", "C", "D"].map((displayName) =>
    createPlayer({
      displayName,
      choose: async ({ match_id, random }) => {
        if (match_id.startsWith("R2")) await gate;
        return random.below(2) === 0 ? "even" : "odd";
      },
    }),
  );
  return Promise.all([referee, ...players].map((agent) => serve(agent, { league, closeOnSignal: false })));
}
