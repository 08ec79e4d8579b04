/** The viewer's parts in Chromium: filters and links, keys, copies, deadlines, a broken connection. */
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { protocol } from "@league-v2/contract";
import { type HttpReply, systemClock } from "@league-v2/sdk";
import { serveHandler } from "@league-v2/sdk/node";
import type { ViewerEvent } from "@league-v2/viewer";
import { Recording } from "@league-v2/viewer/record";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import {
  mayBeSkipped,
  seriousAccessibilityFaults,
  timeoutMs,
  WatchedPage,
} from "../../../conformance/fixtures/report/chromium.js";
import { newFolder } from "../../../tools/gate/temporary-folder.js";
import * as pictured from "../../../tools/viewer/build/pictured.mjs";
import { startHere } from "../../src/cli/cli-context.fixture.js";
import { pageHandler } from "../../src/cli/watch/page-handler.js";
import { eventsIn } from "./viewed-leagues.js";

const conformance = join(import.meta.dirname, "../../../conformance/bin/league-conformance.js");

/** Two of the players never choose, so that each of their matches ends by technical loss after all repetitions. */
const play = "play --memory --seed 7 --players 4 --strategies random,timeout --html league.html --json";

describe.skipIf(mayBeSkipped)("a reader of the viewer", { timeout: 2 * timeoutMs }, () => {
  const folder = newFolder();
  let watched: WatchedPage;
  let page: Page;
  let events: readonly ViewerEvent[] = [];
  const address = (name: string) => pathToFileURL(join(folder, name)).href;
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const hash = () => page.evaluate<string>("location.hash");
  const rows = () => page.locator("button.match .id").allTextContents();
  const sliderAt = () => page.getByLabel("Moment of the league").getAttribute("aria-valuetext");

  beforeAll(async () => {
    const picturedLeague = [...pictured.league.command, "--html", "pictured.html"];
    for (const words of [play.split(" "), picturedLeague]) {
      expect(await startHere(words, { folder }).ended).toMatchObject({ code: 0 });
    }
    const lines = eventsIn(readFileSync(join(folder, "league.html"), "utf8"))
      .trimEnd()
      .split("\n");
    events = lines.map((line): ViewerEvent => JSON.parse(line));
    const permissions = ["clipboard-read", "clipboard-write"];
    watched = await WatchedPage.launch({ width: 1360, height: 900 }, { permissions });
    page = watched.page;
  }, timeoutMs);
  afterAll(async () => {
    await watched?.browser.close();
  });
  afterEach(() => expect(watched.incidents).toEqual([]));

  async function open(url: string): Promise<void> {
    await watched.open(url);
    await page.locator(".time-bar .moment small").waitFor();
  }

  /** The time of the first request of this type, in ms from the beginning. */
  function sentAt(type: string, to = ""): number {
    const sent = events.find(
      (event) => event.type === "message_sent" && event.message_type === type && event.to.includes(to),
    );
    return (sent?.at ?? Number.NaN) - (events[0]?.at ?? 0);
  }

  test("sees each filter in the URL, and the same page after opening that URL", async () => {
    await open(address("league.html"));
    await page.getByLabel("Player", { exact: true }).selectOption("P02");
    await page.getByLabel("Round", { exact: true }).selectOption("1");
    await page.getByLabel("State").selectOption("technical");
    await page.getByLabel("Search matches").fill("r1");
    await page.locator("button.match").first().click();
    await expect.poll(hash).toBe("#match=R1M1&player=P02&round=1&outcome=technical&words=r1");
    const shown = await rows();
    expect(shown).toEqual(["R1M1"]);
    await open(address("league.html") + (await hash()));
    expect(await rows()).toEqual(shown);
    expect(await page.getByLabel("State").inputValue()).toBe("technical");

    await page.keyboard.press("Escape");
    await page.getByLabel("Close the match").waitFor({ state: "detached" });
    // The first match stays beside the list.
    expect(await page.locator("#match-title .id").allTextContents()).toEqual(["R1M1"]);
    await page.keyboard.press("Escape");
    await expect.poll(rows).toHaveLength(6);
    await button("Messages").click();
    await page.getByLabel("failed only").check();
    await expect.poll(hash).toBe("#tab=messages&failed=true");
    const failed = await page.locator(".message-row.failure").count();
    expect(failed).toBeGreaterThan(0);
    await open(address("league.html") + (await hash()));
    await expect.poll(() => page.locator(".message-row").count()).toBe(failed);
    await page.keyboard.press("Escape");
    await expect.poll(() => page.getByLabel("failed only").isChecked()).toBe(false);
  });

  test("can use all parts with the keyboard", async () => {
    await open(address("league.html"));
    /** Presses the key, and waits for its effect. */
    const press = async (key: string, what: () => Promise<unknown>, expected: unknown) => {
      await page.keyboard.press(key);
      await expect.poll(what, { message: key, timeout: timeoutMs / 4 }).toEqual(expected);
    };
    const tab = () => page.locator(".tab[aria-current]").textContent();
    await press("3", tab, "Crosstable");
    await press("4", tab, "Agents");
    await press("5", tab, "Messages");
    await press("2", tab, "Matches");
    const match = () => page.locator("#match-title .id").allTextContents();
    await press("j", match, ["R1M1"]);
    await press("j", match, ["R1M2"]);
    await press("k", match, ["R1M1"]);
    await press("Home", sliderAt, expect.stringMatching(/^0 ms of /));
    const begin = events[0]?.at ?? 0;
    const firstRound = events.find(({ type }) => type === "round_announced")?.at ?? 0;
    const next = events.find((event) => event.at > firstRound)?.at ?? 0;
    const moment = (t: number) => expect.stringMatching(new RegExp(`^${t - begin} ms of `));
    await press("Shift+ArrowRight", sliderAt, moment(firstRound));
    await press("ArrowRight", sliderAt, moment(next));
    await press("ArrowLeft", sliderAt, moment(firstRound));
    const player = () => page.locator(".play").getAttribute("aria-label");
    await press("Space", player, "Pause");
    await press("Space", player, "Play");
    await press("End", () => page.locator(".state").textContent(), "Complete");
    await page.keyboard.press("/");
    await page.keyboard.type("R2M1");
    await expect.poll(rows).toEqual(["R2M1"]);
    // Leaves the filters, in which letters are text.
    for (let steps = 0; steps < 4; steps++) await page.keyboard.press("Tab");
    const help = () => page.getByRole("dialog", { name: "Keyboard" }).count();
    await press("?", help, 1);
    expect(await seriousAccessibilityFaults(page)).toEqual([]);
    await press("Escape", help, 0);
  });

  test("copies a message as JSON and as a command that sends it", async () => {
    await open(`${address("league.html")}#match=R1M1`);
    const copied = () => page.evaluate<string>("navigator.clipboard.readText()");
    await page.locator(".step.call", { hasText: "Choose parity call" }).first().click();
    await button("Copy JSON").click();
    await button("Copied").waitFor();
    const json = JSON.parse(await copied());
    expect(json).toMatchObject({ method: "choose_parity", params: { match_id: "R1M1" } });
    await button("Copy as curl").click();
    await expect.poll(copied).toMatch(/^curl /);
    const [first, ...words] = wordsOf(await copied());
    expect([first, ...words.slice(0, -1)]).toEqual([
      ...["curl", "-s", "http://127.0.0.1:8101/mcp"],
      ...["-H", "content-type: application/json", "--data-raw"],
    ]);
    const { auth_token, ...others } = JSON.parse(words.at(-1) ?? "").params;
    expect(auth_token).toBe("YOUR_TOKEN");
    expect(others).toEqual({ ...json.params, auth_token: undefined });
  });

  test("sees deadline bars, repetitions, technical losses and folded idle time in the sequence", async () => {
    const fill = async (type: string, t: number) => {
      await open(`${address("league.html")}#match=R1M1&t=${t}`);
      const bar = page
        .locator(".sequence")
        .getByRole("progressbar", { name: `Deadline of ${type}` })
        .last();
      return [await bar.getAttribute("aria-valuenow"), await bar.getAttribute("aria-valuetext")];
    };
    expect(await fill("GAME_INVITATION", sentAt("GAME_INVITATION"))).toEqual(["0", "0 ms of 5.00 s"]);
    const asked = sentAt("CHOOSE_PARITY_CALL", ":8102");
    expect(await fill("CHOOSE_PARITY_CALL", asked + 15_000)).toEqual(["50", "15.0 s of 30.0 s"]);
    expect(await page.locator("button.match", { hasText: "R1M1" }).locator(".middle").textContent()).toBe(
      "plays",
    );

    await page.keyboard.press("End");
    const calls = page.locator(".sequence .step.call", { hasText: "Choose parity call" });
    expect(await calls.filter({ hasText: "attempt 2" }).count()).toBe(1);
    const failure = page.locator(".sequence .step.answer.failure").first();
    expect(await failure.textContent()).toMatch(/No answer.*given up, after 29\.9 s/);
    expect(await page.locator(".verdict.tone-t").textContent()).toMatch(/ wins by technical loss: /);
    expect(await page.locator(".letter.tone-t").first().textContent()).toBe("T");
    expect(await page.locator(".fold").first().getAttribute("title")).toMatch(/ of idle time$/);
  });

  test("sees the state of each agent", async () => {
    await open(`${address("league.html")}#tab=agents`);
    const agent = (id: string) => page.locator("button.agent", { hasText: ` ${id} ` });
    expect(await agent("P01").locator(".health").textContent()).toBe("answers");
    expect(await agent("P02").locator(".traffic").textContent()).toMatch(/ 38 received · 12 failed$/);
  });

  describe("sees the same as a picture of the README (if not, `npm run pictures` makes new ones):", () => {
    test("a league", async () => {
      expect(await seenIn("pictured.html", pictured.league)).toEqual(whenTaken("league.json"));
    });

    test("a failed check", async () => {
      const { command, alone, folder: cwd } = pictured.check;
      const report = join(folder, "report.html");
      const words = [conformance, ...command, ...alone, "--html", report];
      expect(spawnSync(process.execPath, words, { cwd, encoding: "utf8" }).status).toBe(1);
      expect(await seenIn("report.html", pictured.check)).toEqual(whenTaken("failed-check.json"));
    });

    async function seenIn(file: string, of: typeof pictured.league) {
      const { width, height, hash, timezoneId } = of.place;
      const other = await watched.browser.newPage({ viewport: { width, height }, timezoneId });
      await other.goto(address(file) + hash);
      const seen = await of.seenOn(other);
      await other.close();
      return seen;
    }

    const whenTaken = (file: string): unknown =>
      JSON.parse(readFileSync(join(import.meta.dirname, "../../../tools/viewer/pictures", file), "utf8"));
  });

  test("gets each event once when the connection breaks", async () => {
    const recording = new Recording(() => systemClock.now(), 1_000_000);
    const fact = { type: "league_opened", league_id: "broken line", seed: null, clock: "real" } as const;
    recording.add({ kind: "fact", fact: { ...fact, managers: [] } });
    const say = (id: number) => {
      const body = JSON.stringify({ jsonrpc: "2.0", method: "ping", id });
      recording.add({ kind: "sent", exchange: id, from: null, to: "http://agent.test/mcp", body });
    };
    for (const id of [1, 2, 3]) say(id);
    const viewer = pageHandler(recording, systemClock);
    const asked: (string | undefined)[] = [];
    const { origin, close } = await serveHandler(
      async (request) => {
        const reply = await viewer.handle(request);
        if (!request.path.startsWith("/events")) return reply;
        asked.push(request.headers?.["last-event-id"]);
        return asked.length > 1 ? reply : { ...reply, stream: firstPieces(reply, () => say(4)) };
      },
      { port: 0, limits: protocol.limits },
    );
    await open(`${origin}/`);
    await page.getByText("4 messages").waitFor();
    expect(await page.locator(".step.call").count()).toBe(4);
    expect(asked).toEqual([undefined, expect.stringMatching(/^[0-9a-f]+-4$/)]);
    await page.reload();
    await page.getByText("4 messages").waitFor();
    viewer.end();
    await close();
    watched.drop(/net::ERR_/);
  });
});

/** Sends the clock and the first events, calls `then`, and breaks the connection. */
async function* firstPieces({ stream }: HttpReply, then: () => void): AsyncGenerator<Uint8Array> {
  let pieces = 0;
  for await (const piece of stream ?? []) {
    yield piece;
    pieces += 1;
    if (pieces === 2) break;
  }
  then();
}

/** The words of a command as a shell reads them. */
function wordsOf(command: string): string[] {
  return execFileSync("sh", ["-c", `printf '%s\\n' ${command}`], { encoding: "utf8" })
    .trimEnd()
    .split("\n");
}
