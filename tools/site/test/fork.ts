/** Fork: a league is stopped at a moment, one choice or message is changed, and both leagues are shown. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { timeoutMs } from "../../../conformance/fixtures/report/watched-page.js";
import { accessibilityFaults, type SiteInBrowser } from "./site-under-test.js";

export function forkOfALeague(browser: () => SiteInBrowser): void {
  let opened: Page | undefined;
  const played = async () => {
    // A new page, so that the test does not read the content of the league before.
    if (opened === undefined) opened = await browser().open("playground.html");
    else await opened.reload();
    const page = opened;
    await page.getByRole("button", { name: "Play a league" }).click();
    await page.getByRole("heading", { name: "What if?" }).waitFor();
    return page;
  };

  test("an inverted choice is the first difference, in both leagues", async () => {
    const page = await played();
    await page.getByLabel("Only moments with").fill("P01 chooses R2");
    const moment = page.getByRole("slider", { name: "Moment" });
    const [, other, choice, match] =
      /^P01 chooses (\w+), not (\w+) \((R2M\d)\)$/.exec(
        (await moment.getAttribute("aria-valuetext")) ?? "",
      ) ?? [];
    await page.getByRole("button", { name: "Play on with this change" }).click();
    const [before, after] = [page.getByLabel("As it was"), page.getByLabel("With the change")];
    for (const [side, made] of [
      [before, choice],
      [after, other],
    ] as const) {
      expect(await side.locator("mark").innerText()).toBe(`P01 answers CHOOSE_PARITY_RESPONSE: ${made}`);
      const viewer = side.frameLocator("iframe");
      await viewer.locator(".standings tbody tr").first().waitFor({ state: "attached" });
      expect(await viewer.getByText("Complete").count()).toBe(0);
    }
    expect(await page.getByText(/Matches that end otherwise: /).innerText()).toContain(match ?? "");
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  test("a lost request is the first difference", async () => {
    const page = await played();
    await page.getByLabel("A request is lost").check();
    await page.getByLabel("Only moments with").fill("RUN_MATCH to REF01");
    const viewer = page.frameLocator("iframe.viewer");
    await viewer.getByText("Complete").waitFor();
    const moment = page.getByRole("slider", { name: "Moment" });
    const forward = async () => {
      await moment.press("ArrowRight");
      return moment.getAttribute("aria-valuetext");
    };
    await expect.poll(forward, { timeout: timeoutMs }).toContain("R3M1");
    // The viewer shows the moment at which the league is stopped.
    await viewer.getByText("Complete").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Play on with this change" }).click();
    const request = "RUN_MATCH from the manager to REF01 (R3M1)";
    expect(await page.getByLabel("As it was").locator("mark").innerText()).toBe(request);
    expect(await page.getByLabel("With the change").locator("mark").innerText()).toBe(`lost: ${request}`);
  });
}
