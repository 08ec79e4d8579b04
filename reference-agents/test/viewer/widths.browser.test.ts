/** The viewer in Chromium at every width and font size: nothing that is to be read is cut off. */
import { join } from "node:path";
import type { ViewerEvent } from "@league-v2/viewer";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mayBeSkipped, timeoutMs, WatchedPage } from "../../../conformance/fixtures/report/chromium.js";
import { newFolder } from "../../../tools/gate/temporary-folder.js";
import { seededLeague } from "../../../tools/viewer/src/seeded-league.fixture.js";
import { longLeague, savedPage } from "./viewed-leagues.js";

const widths = [320, 390, 820, 1100, 1400, 2560];
const fontSizes = ["100%", "200%"];
const leagues = [
  { players: 2, tabs: ["standings", "matches"] },
  { players: 20, tabs: ["standings", "matches", "crosstable", "agents", "messages"] },
  // A long table, with only the visible rows in the document.
  { players: 42, tabs: ["standings"] },
];

/** A name without a place to break it, and one with many. */
const names = (text: string) =>
  text
    .replaceAll(/Player (\d*[02468])\b/g, "Donaudampfschifffahrtsgesellschaftskapitän$1")
    .replaceAll(/Player (\d+)/g, "The $1th agent of a team whose name says all that it has ever won");

/** As in a league of hundreds: P104, R1M104. */
const ids = (text: string) =>
  text.replaceAll(/(?<=\bP|\bR\d+M)(\d+)\b/g, (number) => `1${number.padStart(2, "0")}`);

describe.skipIf(mayBeSkipped)("nothing is cut off", { timeout: 2 * timeoutMs }, () => {
  const folder = newFolder();
  let page: Page;
  let watched: WatchedPage;
  beforeAll(async () => {
    watched = await WatchedPage.launch();
    page = watched.page;
  }, timeoutMs);
  afterAll(async () => {
    await watched?.browser.close();
  });

  test.each(leagues)(
    "with $players players of long names, at any width and font size",
    async ({ players, tabs }) => {
      const events = players < 40 ? (await seededLeague(7, players)).events : longLeague(players);
      const named: ViewerEvent[] = JSON.parse(ids(names(JSON.stringify(events))));
      await watched.open(await savedPage(join(folder, `${players}.html`), named));
      await page.locator(".champion").waitFor();
      const faults: string[] = [];
      for (const fontSize of fontSizes) {
        for (const width of widths) {
          await page.setViewportSize({ width, height: 900 });
          for (const tab of tabs) {
            await page.evaluate(
              `document.documentElement.style.fontSize = "${fontSize}"; location.hash = "tab=${tab}"`,
            );
            await page.locator(`.page[data-tab=${tab}]`).waitFor();
            const found = await page.evaluate<string[]>(`(${cutOff})()`);
            faults.push(...found.map((fault) => `${tab} at ${width} px, fonts ${fontSize}: ${fault}`));
          }
        }
      }
      expect(faults).toEqual([]);
    },
  );
});

/** Runs in the page. @returns the texts that leave the page, their card or their box, where no ellipsis tells it */
const cutOff = `() => {
  const found = [];
  const note = (text, box) => found.push(JSON.stringify(text.trim().slice(0, 40)) + " leaves " + box);
  if (document.documentElement.scrollWidth > innerWidth) found.push("the page is " + document.documentElement.scrollWidth + " px wide");
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (texts.nextNode()) {
    const node = texts.currentNode;
    if (node.data.trim() === "" || node.parentElement.closest("script, style, .out-of-sight, option, svg")) continue;
    range.selectNodeContents(node);
    const { left, right, width } = range.getBoundingClientRect();
    if (width === 0) continue;
    for (let box = node.parentElement; ; box = box.parentElement) {
      if (box === null) {
        if (left < -1 || right > innerWidth + 1) note(node.data, "the page");
        break;
      }
      const { overflowX, textOverflow } = getComputedStyle(box);
      if (overflowX === "visible" && !box.matches(".card, button")) continue;
      const room = box.getBoundingClientRect();
      if (left >= room.left - 1 && right <= room.right + 1) continue;
      // A table of all against all scrolls sideways, and an ellipsis tells what is missing.
      if (textOverflow !== "ellipsis" && !box.matches(".cross")) note(node.data, box.className || box.tagName);
      break;
    }
  }
  return [...new Set(found)];
}`;
