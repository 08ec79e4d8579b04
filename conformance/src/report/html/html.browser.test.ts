import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { chromiumPath, launchChromium } from "../../../fixtures/report/chromium.js";
import { clause } from "../../../fixtures/report/clauses.js";
import { hostileReport } from "../../../fixtures/report/hostile.js";
import { eventsOf, reports } from "../../../fixtures/report/reports.js";
import type { Report } from "../../types.js";
import { createReporters } from "../index.js";

const executablePath = chromiumPath();
const mayBeSkipped = executablePath === undefined && process.env.CI === undefined;
if (mayBeSkipped) {
  console.warn("skipped: the report page in a browser (no chromium on the PATH; apt-get install chromium)");
}

describe.skipIf(mayBeSkipped)("the report page in Chromium", () => {
  let folder = "";
  let browser: Browser;
  let page: Page;
  /** Everything that must not happen while a page is read. */
  let incidents: string[] = [];
  let written = 0;

  beforeAll(async () => {
    if (executablePath === undefined) throw new Error("CI needs chromium: apt-get install -y chromium");
    folder = mkdtempSync(join(tmpdir(), "league-report-"));
    browser = await launchChromium(executablePath);
  });
  afterAll(async () => {
    await browser?.close();
    if (folder !== "") rmSync(folder, { recursive: true });
  });
  afterEach(async () => {
    await page.close();
    expect(incidents).toEqual([]);
  });

  async function write(report: Report): Promise<string> {
    written += 1;
    const path = join(folder, `${written}.html`);
    const reporters = createReporters({
      terminal: false,
      clause,
      html: path,
      junit: `${path}.xml`,
      badge: `${path}.svg`,
    });
    for (const event of eventsOf(report)) reporters.onEvent(event);
    await reporters.close();
    return path;
  }

  async function open(report: Report, hash = "", colorScheme: "light" | "dark" = "light"): Promise<void> {
    const address = pathToFileURL(await write(report)).href;
    incidents = [];
    page = await browser.newPage({ colorScheme });
    page.on("request", (request) => {
      if (request.url() !== address && !request.url().startsWith("data:"))
        incidents.push(`request ${request.url()}`);
    });
    page.on("console", (message) => incidents.push(`console ${message.type()}: ${message.text()}`));
    page.on("pageerror", (error) => incidents.push(`error ${error.message}`));
    page.on("dialog", (dialog) => incidents.push(`dialog ${dialog.message()}`));
    await page.goto(address + hash);
  }

  const card = (id: string) => page.locator(`[id="${id}"]`);
  const visibleChecks = () => page.locator("details.check:visible .id").allTextContents();

  test("a failure is read off it: clause, diagnosis, both values", async () => {
    await open(reports.everyVerdict);
    const failure = card("player/choice/echoes-match");
    expect(await page.locator("h1").textContent()).toBe("Does not conform");
    expect(await failure.locator(".clause").textContent()).toContain(
      "PLY-CHOICE-04 A CHOOSE_PARITY_RESPONSE carries the match_id of the call that it answers. IS 4.2.4",
    );
    expect(await failure.locator(".clause a").getAttribute("href")).toContain("#PLY-CHOICE-04");
    expect(await failure.locator(".diagnosis").textContent()).toBe(
      "The agent was asked for its choice in match R1M1 and answered for match R1M2.",
    );
    expect(await failure.locator(".expected pre").textContent()).toContain('"R1M1"');
    expect(await failure.locator(".received pre").textContent()).toContain('"R1M2"');
  });

  test("its sequence diagram shows who said what to whom and when", async () => {
    await open(reports.everyVerdict);
    const diagram = card("player/choice/echoes-match").locator("svg.sequence");
    expect(await diagram.locator(".lane-name").allTextContents()).toEqual(["referee", "agent"]);
    const last = diagram.locator("a.arrow").last();
    expect(await last.locator("text").allTextContents()).toEqual([
      "+53 ms",
      "CHOOSE_PARITY_RESPONSE",
      "HTTP 200 · after 12 ms",
      "match_id is R1M2, asked was R1M1",
    ]);
    const shaft = last.locator(".shaft");
    const [start, end] = [await shaft.getAttribute("x1"), await shaft.getAttribute("x2")].map(Number);
    expect(start, "the agent, on the right, speaks to the left").toBeGreaterThan(end ?? Number.NaN);
  });

  test("the texts of a diagram stay inside of it and do not run into each other", async () => {
    await open(reports.fails);
    for (const diagram of await page.locator("svg.sequence:visible").all()) {
      const frame = await diagram.boundingBox();
      const boxes = await Promise.all(
        (await diagram.locator("text").all()).map((text) => text.boundingBox()),
      );
      for (const [index, box] of boxes.entries()) {
        if (box === null || frame === null) throw new Error("a text is not drawn");
        expect(box.x).toBeGreaterThanOrEqual(frame.x);
        expect(box.x + box.width).toBeLessThanOrEqual(frame.x + frame.width);
        const hit = boxes.slice(index + 1).some((other) => other !== null && overlaps(box, other));
        expect(hit, `text ${index} overlaps another one`).toBe(false);
      }
    }
  });

  test("a click on an arrow opens its raw message, without the token", async () => {
    await open(reports.everyVerdict);
    await card("player/choice/echoes-match").locator("svg.sequence a.arrow").last().click();
    const message = card("player/choice/echoes-match:7");
    expect(await message.getAttribute("open")).toBe("");
    const raw = JSON.parse((await message.locator("pre").textContent()) ?? "");
    expect(raw.result).toMatchObject({
      match_id: "R1M2",
      auth_token: expect.stringMatching(/^\[token \d+\]$/),
    });
  });

  test("filters by verdict, level, group and words", async () => {
    await open(reports.everyVerdict);
    expect(await visibleChecks()).toHaveLength(7);
    await page.locator("label.chip", { hasText: "1 pass" }).click();
    expect(await visibleChecks()).not.toContain("player/join/accepts-in-time");
    await page.selectOption("[name=group]", "choice");
    expect(await visibleChecks()).toHaveLength(3);
    await page.selectOption("[name=level]", "should");
    expect(await page.locator("#shown").textContent()).toBe("0 of 7 checks");
    await page.click("#all");
    await page.fill("[name=words]", "batch");
    expect(await visibleChecks()).toEqual(["transport/rpc/batch"]);
  });

  test("a deep link opens a check that was closed, and clears filters that hide it", async () => {
    await open(reports.everyVerdict, "#transport/http/unknown-path");
    const warned = card("transport/http/unknown-path");
    expect(await warned.getAttribute("open")).toBe("");
    expect(await warned.getAttribute("class")).toContain("target");
    await page.selectOption("[name=group]", "join");
    expect(await warned.isVisible()).toBe(false);
    await page.evaluate("location.hash = '#transport/http/unknown-path:2'");
    await warned.waitFor({ state: "visible" });
    expect(await card("transport/http/unknown-path:2").locator("pre").textContent()).toContain(
      '"jsonrpc": "2.0"',
    );
  });

  test.each(["light", "dark"] as const)("every text can be read in the %s", async (scheme) => {
    await open(reports.everyVerdict, "", scheme);
    const texts =
      "h1, .chip, .verdict, .title, .id, .clause, .diagnosis, .hint, pre, .sequence text:not(.lane-name)";
    const contrasts = await page.evaluate<[string, number][]>(`(${CONTRASTS})(${JSON.stringify(texts)})`);
    expect(contrasts.length).toBeGreaterThan(50);
    expect(contrasts.filter(([, ratio]) => ratio < 4.5)).toEqual([]);
  });

  test("an agent cannot do anything in it", async () => {
    await open(hostileReport);
    expect(await page.locator("img").count()).toBe(0);
    for (const summary of await page.locator("details.messages > summary:visible").all())
      await summary.click();
    for (const summary of await page.locator("details.message > summary:visible").all())
      await summary.click();
    expect(await page.locator("details.message pre:visible").first().textContent()).toContain(
      "</script><img",
    );
  });

  test("JUnit XML and badge are well-formed for a real XML parser", async () => {
    const path = await write(hostileReport);
    await open(hostileReport);
    for (const file of [`${path}.xml`, `${path}.svg`]) {
      const root = await page.evaluate<string>(
        `(${ROOT_ELEMENT})(${JSON.stringify(readFileSync(file, "utf8"))})`,
      );
      expect(root).toMatch(/^(testsuites|svg)$/);
    }
  });
});

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** More than the rounding of a font's box. */
function overlaps(a: Box, b: Box): boolean {
  const across = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const down = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return across > 2 && down > 2;
}

// What runs in the page is text: this project's types know no browser.

/** Of each visible element: its text, and the contrast with what lies behind it as WCAG counts it. */
const CONTRASTS = `(selector) => {
  const channels = (colour) => colour.match(/[\\d.]+/g).map(Number);
  const luminance = (colour) => {
    const [r, g, b] = channels(colour).slice(0, 3).map((value) => {
      const share = value / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const shown = [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility());
  return shown.map((element) => {
    let behind = element.closest(".note")?.querySelector("rect") ?? element;
    const ground = () => getComputedStyle(behind)[behind.matches("rect") ? "fill" : "backgroundColor"];
    while (channels(ground())[3] === 0) behind = behind.parentElement;
    const ink = getComputedStyle(element)[element.matches("svg *") ? "fill" : "color"];
    const [light, dark] = [luminance(ink), luminance(ground())].sort((a, b) => b - a);
    return [element.textContent, (light + 0.05) / (dark + 0.05)];
  });
}`;

/** Name of the root element; a parser error has another one. */
const ROOT_ELEMENT = `(xml) => {
  const found = new DOMParser().parseFromString(xml, "text/xml");
  return found.querySelector("parsererror")?.textContent ?? found.documentElement.nodeName;
}`;
