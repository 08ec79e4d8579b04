import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { newFolder } from "../../../../tools/gate/temporary-folder.js";
import {
  COLOURS_ONLY,
  mayBeSkipped,
  seriousAccessibilityFaults,
  timeoutMs,
  WatchedPage,
  WITHOUT_COLOURS,
} from "../../../fixtures/report/chromium.js";
import { clause, eventsOf, hostileReport, reportOf, reports } from "../../../fixtures/report/reports.js";
import { loadChecks } from "../../checks/registry.js";
import { loadMutants } from "../../mutants/registry.js";
import { explanationsFor } from "../../self-test/explanations.js";
import { tryMutant } from "../../self-test/trial.js";
import type { Report } from "../../types.js";
import type { Explanation } from "../reporter.js";
import { createReporters } from "../reporters.js";

describe.skipIf(mayBeSkipped)("the report page in Chromium", () => {
  const folder = newFolder();
  let watched: WatchedPage;
  let page: Page;
  let written = 0;

  beforeAll(async () => {
    watched = await WatchedPage.launch();
    page = watched.page;
  }, timeoutMs);
  afterAll(async () => {
    await watched?.browser.close();
  });
  afterEach(() => expect(watched.incidents).toEqual([]));

  /** @returns the path of the page; its JUnit XML is beside it */
  async function write(report: Report, explained?: ReadonlyMap<string, Explanation>): Promise<string> {
    written += 1;
    const path = join(folder, `${written}.html`);
    const reporters = await createReporters({
      terminal: false,
      clause,
      html: path,
      junit: `${path}.xml`,
      ...(explained === undefined ? {} : { explain: async () => explained }),
    });
    for (const event of eventsOf(report)) reporters.onEvent(event);
    await reporters.close();
    return path;
  }

  const visit = (path: string, hash = "") => watched.open(pathToFileURL(path).href + hash);
  const open = async (report: Report, hash = "") => visit(await write(report), hash);
  const barriers = () => seriousAccessibilityFaults(page);
  const card = (id: string) => page.locator(`[id="${id}"]`);
  const conversation = (id: string, name: string) => card(id).getByRole("region", { name, exact: true });
  const visibleChecks = () => page.locator("details.check:visible > summary .id").allTextContents();

  test("a failure has its clause, diagnosis, both values, and a diagram with sender, receiver, message and time", async () => {
    await open(reports.everyVerdict);
    const failure = card("player/choice/echoes-match");
    expect(await page.locator("h1").textContent()).toBe("Does not conform");
    expect(await failure.locator(".clause").textContent()).toContain(
      "PLY-CHOICE-04 A CHOOSE_PARITY_RESPONSE carries the match_id of the call that it answers. IS 4.2.4",
    );
    expect(await failure.locator(".diagnosis").textContent()).toBe(
      "The agent was asked for its choice in match R1M1 and answered for match R1M2.",
    );
    expect(await failure.locator(".expected pre").textContent()).toContain('"R1M1"');
    expect(await failure.locator(".received pre").textContent()).toContain('"R1M2"');
    const diagram = conversation("player/choice/echoes-match", "Conversation");
    expect(await diagram.getByRole("button", { name: /^\+/ }).count()).toBe(7);
    const name = "+53 ms CHOOSE_PARITY_RESPONSE HTTP 200 · after 12 ms from agent to referee";
    const last = page.getByRole("button", { name });
    expect(await failure.locator(".lane-name").allTextContents()).toEqual(["referee", "agent"]);
    expect(await failure.locator(".remark").textContent()).toBe("match_id is R1M2, asked was R1M1");
    expect(await last.locator(".arrow.left").count(), "the agent, on the right, sends to the left").toBe(1);
  });

  test("the reference agent is shown next to an injected fault, with the first difference marked on both sides", async () => {
    const id = "player/join/names-match-and-player";
    const { report, explained } = await plantedFault("player:keeps-own-id", id);
    await visit(await write(report, explained));
    const failure = card(id);
    await failure.getByText(/^player_id .* is "P00"; expected "P561"/).waitFor();
    const difference =
      'First difference: in GAME_JOIN_ACK, /result/player_id is "P561" from the reference agent and "P00" from this one';
    expect(await failure.locator(".difference").textContent()).toBe(difference);
    const expected = { "This agent": "P00", "Reference agent, on simulated time": "P561" };
    for (const [side, player_id] of Object.entries(expected)) {
      await conversation(id, side)
        .getByRole("button", { name: /GAME_JOIN_ACK.*first difference$/ })
        .click();
      const text = (await conversation(id, side).locator(".json pre").textContent()) ?? "";
      expect(JSON.parse(text).result).toMatchObject({ message_type: "GAME_JOIN_ACK", player_id });
    }
    await failure.getByText(/The self-test has \d+ faults? that breaks? these clauses/).click();
    await failure.getByText("player:keeps-own-id").waitFor();
    expect(await barriers()).toEqual([]);
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await seriousAccessibilityFaults(page, COLOURS_ONLY)).toEqual([]);
  });

  test("a click on a step opens its message, with explanations from the spec and without the token", async () => {
    await open(reports.everyVerdict);
    const failure = card("player/choice/echoes-match");
    await failure.getByRole("button", { name: /CHOOSE_PARITY_RESPONSE/ }).click();
    expect(await page.evaluate("location.hash")).toBe("#player/choice/echoes-match:7");
    const raw = JSON.parse((await failure.locator(".json pre").textContent()) ?? "");
    const auth_token = expect.stringMatching(/^\[token \d+\]$/);
    expect(raw.result).toMatchObject({ match_id: "R1M2", auth_token });
    await failure.getByRole("button", { name: '"match_id"' }).hover();
    await failure.getByText("Names a match inside its league").waitFor();
  });

  test("a page of every verdict is accessible in light mode, in dark mode and on a phone", async () => {
    await open(reports.everyVerdict);
    await page.evaluate("for (const one of document.querySelectorAll('details.check')) one.open = true");
    expect(await barriers()).toEqual([]);
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await seriousAccessibilityFaults(page, COLOURS_ONLY)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
    expect(await seriousAccessibilityFaults(page, WITHOUT_COLOURS)).toEqual([]);
  });

  test("without scripts the messages are shown as text", async () => {
    const withoutScripts = await watched.browser.newPage({ javaScriptEnabled: false });
    await withoutScripts.goto(pathToFileURL(await write(reports.everyVerdict)).href);
    const text = withoutScripts.locator('[id="player/choice/echoes-match"] noscript pre');
    expect(await text.textContent()).toContain(
      "agent → referee  CHOOSE_PARITY_RESPONSE  (HTTP 200, after 12 ms",
    );
    await withoutScripts.close();
  });

  test("the page filters checks by verdict, level, group and words", async () => {
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

  test("a link to a check opens it, and clears filters that hide it", async () => {
    await open(reports.everyVerdict, "#transport/http/unknown-path");
    const warned = card("transport/http/unknown-path");
    expect(await warned.getAttribute("open")).toBe("");
    expect(await warned.getAttribute("class")).toContain("target");
    await page.selectOption("[name=group]", "join");
    expect(await warned.isVisible()).toBe(false);
    await page.evaluate("location.hash = '#transport/http/unknown-path:2'");
    await warned.waitFor({ state: "visible" });
    expect(await warned.locator(".conversation pre").textContent()).toContain('"jsonrpc": "2.0"');
  });

  test("text of an agent has no effect in the page, and its JUnit XML is well-formed for a real XML parser", async () => {
    const path = await write(hostileReport);
    await visit(path);
    expect(await page.locator("img").count()).toBe(0);
    for (const step of await page.locator(".step:visible").all()) await step.click();
    expect(await page.locator(".conversation pre:visible").first().textContent()).toContain("</script><img");
    const xml = JSON.stringify(readFileSync(`${path}.xml`, "utf8"));
    const root = `new DOMParser().parseFromString(${xml}, "text/xml").documentElement.nodeName`;
    expect(await page.evaluate(root)).toBe("testsuites");
  });
});

/** A run on simulated time of one check on a mutant, with what the command adds for the page. */
async function plantedFault(mutantId: string, id: string) {
  const [all, mutants] = await Promise.all([loadChecks(), loadMutants()]);
  const checks = all.filter(({ check }) => check.id === id);
  const mutant = mutants.find((one) => one.id === mutantId);
  if (mutant === undefined) throw new Error(`no mutant ${mutantId}`);
  const results = await tryMutant(mutant, "player", {
    seed: 1,
    wire: "canonical",
    checks,
    transcripts: true,
  });
  const report = reportOf(1, [...results.values()], { seed: 1 });
  return { report, explained: await explanationsFor(report, checks, mutants) };
}
