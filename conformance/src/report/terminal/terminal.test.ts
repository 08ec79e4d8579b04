import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { echoesWrongMatch, passing } from "../../../fixtures/report/checks.js";
import { fakeTerminal } from "../../../fixtures/report/fake-terminal.js";
import { clause, eventsOf, hostileReport, reportOf, reports } from "../../../fixtures/report/reports.js";
import type { CheckResult, Report, RunEvent } from "../../types.js";
import { createPaint, wrap } from "./layout.js";
import { failureBlock } from "./results.js";
import { createTerminal, msLeft, type TerminalOptions, timeLeft } from "./terminal.js";

const context = { clause };
const WINDOW = { columns: 100, rows: 40 };

/** What a terminal that was sent these events shows. */
function after(
  events: readonly RunEvent[],
  options: TerminalOptions & { window?: typeof WINDOW; report?: Report } = {},
) {
  const { window, report, ...given } = options;
  const out = fakeTerminal(window);
  const terminal = createTerminal({ out, env: {}, ...given }, context);
  for (const event of events) terminal.onEvent(event);
  if (report !== undefined) terminal.finish(report, { html: "out/report.html" });
  return { raw: out.raw, text: out.lines.join("\n") };
}

const show = (report: Report, options: TerminalOptions & { window?: typeof WINDOW } = {}) =>
  after(eventsOf(report), { ...options, report });

const many = (count: number, one: CheckResult) =>
  Array.from({ length: count }, (_, index) => ({ ...one, id: `player/choice/n${index}` }));

describe("a failure", () => {
  const blockOf = (failed: CheckResult, options = {}) =>
    failureBlock(failed, context, { paint: createPaint(false), width: 112, verbose: false, ...options });

  test("is quoted line by line in docs/reading-a-failure.md, and names all that it has", () => {
    const lines = blockOf(echoesWrongMatch);
    const page = readFileSync(new URL("../../../docs/reading-a-failure.md", import.meta.url), "utf8");
    const shown = /<!-- failure:begin -->\n```text\n(.*?)```\n<!-- failure:end -->/s.exec(page)?.[1];
    expect(shown).toBe(`${lines.join("\n")}\n`);
    const heads = lines.map((line) => line.slice(4, 16).trim()).filter((head) => /^[a-z]+$/.test(head));
    expect(heads).toEqual(["clause", "why", "hint", "expected", "received", "seen", "again"]);
  });

  test("shows the last steps of a long conversation, and all of them with every message when asked", () => {
    const note = { from: "suite", to: "suite", kind: "note" as const, note: "waits" };
    const transcript = Array.from({ length: 30 }, (_, at_ms) => ({ ...note, at_ms }));
    const long = { ...echoesWrongMatch, transcript: [...echoesWrongMatch.transcript, ...transcript] };
    expect(blockOf(long).join("\n")).toContain("… 29 earlier");
    const whole = blockOf(long, { verbose: true }).join("\n");
    expect(whole).not.toContain("earlier");
    expect(whole).toContain('{"jsonrpc":"2.0","id":11,"method":"handle_game_invitation"');
    expect(whole).toContain("curl -s http://127.0.0.1:8101/mcp");
  });
});

describe("a run in a log", () => {
  const { text, raw } = show(reports.everyVerdict);

  test("announces its latest end before it starts; none for an agent that does not start", () => {
    expect(text).toContain("7 checks, about 40.0 s, at most 1 min 35 s, by 09:16:35 UTC at the latest");
    expect(text).toContain("timing margin of this machine 42 ms");
    const [start] = eventsOf(reports.unreachable);
    const unstarted = after([{ ...start, expected_ms: 0, worst_case_ms: 0 } as RunEvent]);
    expect(unstarted.text).toContain("timing margin");
    expect(unstarted.text).not.toContain("at most");
  });

  test("prints one line per group, without colours and cursor movements", () => {
    expect(text).toMatch(/^ {2}✘ choice {2}1 fail {2}1 harness error {2}1 inconclusive$/m);
    expect(text).toMatch(/^ {2}✔ join {4}1 pass$/m);
    expect(raw).not.toContain("\u001b");
  });

  test("ends with the verdict, the reports and the next steps", () => {
    expect(text).toMatch(
      /^league\.v2 player · does not conform\n {2}1 check failed, against 1 clause: PLY-CHOICE-04\.$/m,
    );
    expect(text).toContain("out/report.html#player/choice/echoes-match");
    expect(text).toContain("docs/arguing.md");
  });

  test("reports its progress in tenths, not in checks", () => {
    const progress = show(reportOf(0, many(200, passing))).text.match(/^ {2}\d+ of 200 checks$/gm);
    expect(progress).toHaveLength(10);
  });
});

describe("a run on a terminal", () => {
  test("redraws its groups with each event and leaves only the last state", () => {
    const { text, raw } = show(reports.everyVerdict, { window: WINDOW });
    expect(raw).toContain("running");
    expect(text).not.toContain("running");
    expect(text.match(/^ {2}. choice /gm)).toHaveLength(1);
    expect(raw).toContain("\u001b[31m");
  });

  test("shows its progress while it runs", () => {
    // The clock is read once at the beginning.
    const times = [0];
    const clock = () => times.shift() ?? 30_000;
    const { text } = after(eventsOf(reports.everyVerdict).slice(0, -2), { window: WINDOW, now: clock });
    expect(text).toMatch(/✘ choice {2}1 fail {2}1 inconclusive {2}1 running$/m);
    expect(text).toContain("6 of 7 checks · 1 running · about 6 s left, by 09:16:35 UTC at the latest");
  });

  test("a note stays above the live lines", () => {
    const events: RunEvent[] = [
      ...eventsOf(reports.conforms).slice(0, -1),
      { type: "note", text: "a late remark" },
    ];
    const { text } = after(events, { window: WINDOW });
    expect(text.indexOf("a late remark")).toBeLessThan(text.indexOf("2 of 2 checks"));
    expect(text.match(/of 2 checks/g)).toHaveLength(1);
  });

  test("never draws more live lines than the window has", () => {
    const started = Array.from({ length: 30 }, (_, group): RunEvent => {
      return { type: "check_started", id: `player/g${group}/x`, group: `g${group}` };
    });
    const window = { columns: 100, rows: 5 };
    const { raw } = after([...eventsOf(reports.conforms).slice(0, 1), ...started], { window });
    const moves = raw.match(/(?:\p{Cc}\[(?:2K|1A))+/gu) ?? [];
    expect(Math.max(...moves.map((move) => move.split("1A").length - 1))).toBe(4);
  });
});

const COLOUR = /\p{Cc}\[\d+m/u;
const MOVE = /\p{Cc}\[\d+A/u;

test.each<[string, TerminalOptions, RegExp, boolean]>([
  ["NO_COLOR", { env: { NO_COLOR: "1" } }, COLOUR, false],
  ["--no-color", { color: false }, COLOUR, false],
  ["an empty NO_COLOR", { env: { NO_COLOR: "" } }, COLOUR, true],
  ["a dumb terminal", { env: { TERM: "dumb" } }, MOVE, false],
  ["the log of a CI job", { env: { CI: "true" } }, MOVE, false],
])("%s: %o matches %s: %s", (_name, options, pattern, matches) => {
  expect(pattern.test(show(reports.fails, { ...options, window: WINDOW }).raw)).toBe(matches);
});

test("--quiet prints only failures and the verdict, four lines if nothing failed", () => {
  const { text } = show(reports.fails, { quiet: true });
  expect(text).toContain("✘ FAIL  The choice goes back with the match id of its call");
  expect(text).toContain("league.v2 player · does not conform");
  expect(text).not.toMatch(/WARN|note:|Next|^ {2}✔ join/m);
  expect(show(reports.conforms, { quiet: true }).text.trim().split("\n")).toHaveLength(4);
});

test("--verbose shows each check as it finishes, with the reason why it did not pass", () => {
  const { text } = show(reports.everyVerdict, { verbose: true });
  expect(text).toContain("  ✔ player/join/accepts-in-time  31 ms\n");
  expect(text).toContain(
    "  ○ player/end/acknowledges-completion  3 ms  The agent left before the league was completed.",
  );
});

test("failures above a limit, and warnings after a failure, are printed as one line each", () => {
  const { text } = show(reportOf(1, many(25, echoesWrongMatch)));
  expect(text.match(/✘ FAIL/g)).toHaveLength(20);
  expect(text).toContain(
    "  and 5 more (--verbose shows them whole):\n    ✘ player/choice/n20  PLY-CHOICE-04\n",
  );
  const failed = show(reports.fails).text;
  const line = "    ▲ transport/http/unknown-path  TRA-HTTP-05\n";
  expect(failed).toContain(`  and 1 more (--verbose shows them whole):\n${line}`);
  expect(failed).not.toContain("▲ WARN");
  expect(show(reports.conformsWithWarnings).text).toContain("▲ WARN");
  expect(show(reports.fails, { verbose: true }).text).toContain("▲ WARN");
});

test.each(Object.entries(reports))("the end of %s contains the next steps", (_kind, report) => {
  expect(show(report).text).toMatch(/^Next\n {2}\S.{20}/m);
});

test("text of an agent contains no control characters", () => {
  expect(show(hostileReport, { verbose: true }).raw).not.toMatch(/[^\P{Cc}\n]/u);
});

test("each line of an indented text, such as a stack trace, keeps its indentation", () => {
  const trace = "Traceback:\n  File one\n    def two three";
  expect(wrap(trace, 12)).toEqual(["Traceback:", "  File one", "    def two", "    three"]);
});

test("the remaining time is never negative, never later than the announced end, and nothing when all is done", () => {
  const ms = fc.integer({ min: 0, max: 600_000 });
  const progress = fc.record({
    planned: fc.integer({ min: 1, max: 500 }),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
  });
  fc.assert(
    fc.property(progress, ms, ms, ms, ({ planned, share }, expectedMs, more, elapsedMs) => {
      const now = { planned, done: Math.floor(share * planned), expectedMs, worstCaseMs: expectedMs + more };
      const left = msLeft({ ...now, elapsedMs: 3 * elapsedMs });
      expect(left).toBeGreaterThanOrEqual(0);
      expect(left).toBeLessThanOrEqual(Math.max(0, now.worstCaseMs - 3 * elapsedMs));
      expect(msLeft({ ...now, elapsedMs, done: planned })).toBe(0);
    }),
  );
});

test.each([
  [{ done: 0, elapsedMs: 0 }, "about 40 s left"],
  [{ done: 50, elapsedMs: 20_000 }, "about 20 s left"],
  [{ done: 57, elapsedMs: 23_000 }, "about 20 s left"],
  [{ done: 92, elapsedMs: 37_000 }, "about 4 s left"],
  [{ done: 50, elapsedMs: 80_000 }, "about 15 s left"],
  [{ done: 10, elapsedMs: 200_000 }, ""],
  [{ done: 100, elapsedMs: 40_000 }, ""],
  [{ done: 20, elapsedMs: 120_000, expectedMs: 600_000, worstCaseMs: 900_000 }, "about 8 min left"],
])("%o: %s", (now, text) => {
  expect(timeLeft({ planned: 100, expectedMs: 40_000, worstCaseMs: 95_000, ...now })).toBe(text);
});
