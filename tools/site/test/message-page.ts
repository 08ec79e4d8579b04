/** The page that reads a message, in Chromium. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { COLOURS_ONLY } from "../../../conformance/fixtures/report/chromium.js";
import { accessibilityFaults, type SiteInBrowser } from "./site-under-test.js";

export function messagePage(browser: () => SiteInBrowser): void {
  let page: Page;
  const waitFor = (text: string) => page.getByRole("status").getByText(text).first().waitFor();
  const paste = (text: string) => page.getByLabel("Message as JSON").fill(text);

  test("the page shows the wire form of a message, and its faults with pointers and clauses", async () => {
    page = await browser().open("message.html");
    for (const [sample, form, isSound] of [
      ["A canonical request", "canonical", true],
      ["A flat request", "flat", true],
      ["A call of an MCP tool", "mcp", true],
      ["An answer with a fault", "canonical", false],
      ["A request with faults", "canonical", false],
    ] as const) {
      await page.getByRole("button", { name: sample }).click();
      await waitFor(`Wire form ${form}:`);
      expect(await page.getByText("Nothing is wrong with it").count(), sample).toBe(isSound ? 1 : 0);
    }
    await waitFor("3 things are wrong");
    const faults = await page.locator(".faults li").allInnerTexts();
    expect(faults.map((text) => text.split(" ")[0]).toSorted()).toEqual([
      "/deadline",
      "/player_id",
      "/timestamp",
    ]);
    expect(faults.find((text) => text.startsWith("/timestamp"))).toContain("TRN-ENV-04");
    const clause = await page.locator(".faults a").first().getAttribute("href");
    expect(clause).toMatch(/^requirements\.html#[a-z-]+\d+$/);
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  test("the page shows why a text is not a message, from the disk and in dark colours, too", async () => {
    page = await browser().open("message.html", "dark", browser().onDisk);
    await paste('{"jsonrpc": "2.0", ');
    await waitFor("This is no JSON");
    await paste('{"hello": 1}');
    await waitFor("This is no message of the league");
    await paste("");
    await waitFor("Paste a message of any wire form");
    expect(await accessibilityFaults(page, COLOURS_ONLY)).toEqual([]);
  });
}
