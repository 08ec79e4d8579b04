/** The viewer in Chromium: live during a league whose manager is killed, and from a saved file. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { RunOptions } from "axe-core";
import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import {
  COLOURS_ONLY,
  mayBeSkipped,
  seriousAccessibilityFaults,
  timeoutMs,
  WatchedPage,
} from "../../../conformance/fixtures/report/chromium.js";
import { freePort } from "../../../tools/gate/free-port.js";
import { newFolder } from "../../../tools/gate/temporary-folder.js";
import { startHere } from "../../src/cli/cli-context.fixture.js";
import { RestartingAgent } from "../league-process.js";
import { eventsIn, joinLeague, longLeague, savedPage, storedLeague, tappedLeague } from "./viewed-leagues.js";

/** With this many rows, the document contains only the visible ones. */
const PLAYERS = 42;

describe.skipIf(mayBeSkipped)("the viewer in Chromium", { timeout: 2 * timeoutMs }, () => {
  const folder = newFolder();
  let watched: WatchedPage;
  let page: Page;
  const open: WatchedPage["open"] = (...place) => watched.open(...place);

  beforeAll(async () => {
    watched = await WatchedPage.launch();
    page = watched.page;
  }, timeoutMs);
  afterAll(async () => {
    await watched?.browser.close();
  });
  afterEach(() => expect(watched.incidents).toEqual([]));

  const barriers = (options?: RunOptions) => seriousAccessibilityFaults(page, options);

  const rows = async () => {
    const texts = await page
      .locator(".standings tbody tr")
      .evaluateAll((all: readonly { dataset: { id: string }; lastElementChild: { textContent: string } }[]) =>
        all.map((row) => [row.dataset.id, Number(row.lastElementChild.textContent)]),
      );
    return texts;
  };

  test("the live page shows a league over HTTP to its end, although its manager is killed in the middle", async () => {
    const port = await freePort();
    const line = `manager --port ${port} --players 4 --referees 1 --stay --data live`;
    const manager = new RestartingAgent(line, { folder });
    await manager.listening();
    await open(`http://127.0.0.1:${port}/`);
    await page.getByText("Registration: 0 players so far").waitFor();

    const gate = Promise.withResolvers<void>();
    const agents = await joinLeague(`http://127.0.0.1:${port}/mcp`, gate.promise);
    await page.getByText("Round 2 of 3").waitFor();
    await page.getByText("live", { exact: true }).waitFor();
    manager.kill();
    await page.getByText("live", { exact: true }).waitFor({ state: "detached" });
    gate.resolve();

    await page.locator(".champion").waitFor();
    expect(manager.starts).toBe(2);
    await page.reload();
    await page.locator(".champion").waitFor();
    expect(eventsIn(await download())).toContain("RUN_MATCH");
    await Promise.all(agents.map((agent) => agent.close()));
    await manager.stop();

    const stored = storedLeague(join(folder, "live"));
    expect(stored.matches).toHaveLength(6);
    expect(await rows()).toEqual(stored.points);
    await page.getByRole("button", { name: "Matches", exact: true }).click();
    const shown = page.locator("button.match").locator(".id, .letter, .middle");
    expect(await shown.allTextContents()).toEqual(stored.matches.flat());
    watched.drop(/net::ERR_/);
  });

  test("a saved league opens from the disk and shows every part at every moment", async () => {
    const file = join(folder, "league.html");
    const play = startHere("play --memory --seed 7 --players 5 --html league.html --json", { folder });
    const report = JSON.parse((await play.ended).stdout);
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

  test("a long table scrolls to every player, although the document contains only the visible rows", async () => {
    await open(await savedPage(join(folder, "long.html"), longLeague(PLAYERS)));
    const table = page.getByRole("table", { name: "Standings" });
    await page.getByText("Complete").waitFor();
    expect(await table.getAttribute("aria-rowcount")).toBe(`${PLAYERS + 1}`);
    const inDocument = table.locator("tbody tr");
    const ids = new Map<string, string>();
    // A step of fewer rows than are visible at the same time.
    const step = 6;
    for (let place = 0; place < PLAYERS; place += step) {
      // Each row is 34 px high, and the first row has the titles.
      await page
        .locator(".standings .scroll")
        .evaluate((box: { scrollTo(x: number, y: number): void }, top) => box.scrollTo(0, top), place * 34);
      // The first row of a step may be in the document before the page is painted, the last one is not.
      for (const index of [place + 2, Math.min(place + step, PLAYERS) + 1])
        await table.locator(`tbody tr[aria-rowindex="${index}"]`).waitFor();
      const rows = await inDocument.evaluateAll(
        (all: readonly { ariaRowIndex: string; dataset: { id: string } }[]) =>
          all.map((row) => [row.ariaRowIndex, row.dataset.id] as const),
      );
      expect(rows.length).toBeLessThan(PLAYERS);
      for (const [index, id] of rows) ids.set(index, id);
    }
    const places = longLeague(PLAYERS)
      .flatMap((event) => (event.type === "member_registered" ? [event.member.id] : []))
      .map((id, place) => [`${place + 2}`, id]);
    expect([...ids]).toEqual(places);
    expect(await barriers()).toEqual([]);
    // Names stay visible when the columns scroll.
    await page.getByRole("button", { name: "Crosstable" }).click();
    const cross = page.locator(".cross");
    await cross.evaluate((box: { scrollTo(x: number, y: number): void }) => box.scrollTo(300, 0));
    const left = async (part: Locator) => (await part.boundingBox())?.x;
    await expect.poll(() => left(cross.locator("li .cross-name").first())).toBe(await left(cross));
  });

  test("a tap's saved page opens from the disk as a sequence diagram", async () => {
    const recorded = await tappedLeague(folder);
    await open(pathToFileURL(join(folder, "tap.html")).href);
    await page.getByText(`${recorded.length} messages`).waitFor();
    const calls = page.getByRole("list", { name: "Messages in order of time" }).locator(".step.call");
    const labels = () => calls.locator(".message").allTextContents();
    expect((await labels()).toSorted()).toEqual(recorded.toSorted());
    await calls.filter({ hasText: "Choose parity call" }).first().click();
    await page.getByText('"[redacted]"').first().waitFor();
    expect(await barriers()).toEqual([]);
    await page.getByRole("searchbox").fill("parity");
    expect(new Set(await labels())).toEqual(new Set(["Choose parity call"]));
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
  });

  async function download(): Promise<string> {
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save as HTML" }).click(),
    ]);
    return readFileSync(await file.path(), "utf8");
  }
});
