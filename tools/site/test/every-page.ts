/**
 * The rules of each page of the site. The two programs have separate tests; all text pages are made by one renderer,
 * so the browser opens a few of them (all with `FULL=1`), and `text-pages.ts` checks the text of each.
 */
import { expect, test } from "vitest";
import { COLOURS_ONLY } from "../../../conformance/fixtures/report/chromium.js";
import { isFull } from "../../gate/one-in.js";
import { accessibilityFaults, type SiteInBrowser } from "./site-under-test.js";
import { textOfPages } from "./text-pages.js";

/**
 * Rules that are skipped on most pages. All text pages have the colours of the first page, which is tested in light and dark;
 * the viewer and the two programs have their own tests. No table cell has a `headers` attribute.
 */
const withoutSlowRules = {
  rules: { "color-contrast": { enabled: false }, "td-headers-attr": { enabled: false } },
};

/** Pictures, links to the playground, tables with anchors, code beside tables; axe needs a second or more for a longer page. */
const different = ["index.html", "site-recipes.html", "requirements.html", "conformance-wire-forms.html"];

export function everyPage(browser: () => SiteInBrowser): void {
  test("shows its content without console messages, foreign requests and accessibility faults", async () => {
    const page = await browser().open("index.html");
    const found: string[] = [];
    const chosen = isFull ? textOfPages(browser().folder).keys() : different;
    for (const name of ["demo.html", ...chosen]) {
      await page.goto(`${browser().server.origin}/${name}`);
      expect(await page.locator("main, .page").first().textContent(), name).not.toBe("");
      found.push(
        ...(await accessibilityFaults(page, withoutSlowRules)).map((barrier) => `${name}: ${barrier}`),
      );
      expect(browser().watched.incidents, name).toEqual([]);
    }
    expect(found).toEqual([]);
  });

  test.each(["light", "dark"] as const)(
    "fits a narrow screen, and can be read when it is %s",
    async (scheme) => {
      const page = await browser().open("index.html", scheme, browser().onDisk);
      await page.setViewportSize({ width: 390, height: 844 });
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
      // The elements are those of the page above.
      expect(await accessibilityFaults(page, COLOURS_ONLY)).toEqual([]);
    },
  );
}
