import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { echoesWrongMatch, passing } from "../../../fixtures/report/checks.js";
import { clause } from "../../../fixtures/report/clauses.js";
import { fakeTerminal } from "../../../fixtures/report/fake-terminal.js";
import { hostileReport } from "../../../fixtures/report/hostile.js";
import { eventsOf, reportOf, reports } from "../../../fixtures/report/reports.js";
import type { Report, RunEvent } from "../../types.js";
import { failureBlock } from "./failure.js";
import { createPaint, wrap } from "./layout.js";
import { createTerminal, msLeft, type TerminalOptions, timeLeft } from "./terminal.js";

const context = { tool: { name: "league-conformance", version: "1.0.0" }, clause };
const WINDOW = { columns: 100, rows: 40 };

function show(report: Report, options: TerminalOptions = {}, window: typeof WINDOW | undefined = undefined) {
  const out = fakeTerminal(window);
  const terminal = createTerminal({ out, env: {}, ...options }, context);
  for (const event of eventsOf(report)) terminal.onEvent(event);
  terminal.finish(report, { html: "out/report.html" });
  return { raw: out.raw, text: out.lines.join("\n") };
}

describe("a failure", () => {
  const lines = failureBlock(echoesWrongMatch, context, {
    paint: createPaint(false),
    width: 112,
    verbose: false,
  });

  test("names clause, link, reason, both values, the messages and the command to repeat it", () => {
    expect(lines).toEqual([
      "  ✘ FAIL  The choice goes back with the match id of its call",
      "    player/choice/echoes-match · MUST · 64 ms",
      "    clause      PLY-CHOICE-04 A CHOOSE_PARITY_RESPONSE carries the match_id of the call that it answers. (IS",
      "                4.2.4)",
      "                https://league.example/spec/player#PLY-CHOICE-04",
      "    why         The agent was asked for its choice in match R1M1 and answered for match R1M2.",
      "    hint        Copy match_id from the request; do not keep the match of the latest invitation in one variable.",
      '    expected    /result/match_id is "R1M1"',
      '    received    /result/match_id is "R1M2"',
      "    seen         +3 ms  referee → agent  GAME_INVITATION",
      "                +14 ms  agent → referee  GAME_JOIN_ACK  (HTTP 200, after 11 ms)",
      "                +22 ms  referee → agent  GAME_INVITATION",
      "                +33 ms  agent → referee  GAME_JOIN_ACK  (HTTP 200, after 11 ms)",
      "                +40 ms                   · Both matches are joined; now match R1M1 is asked first.",
      "                +41 ms  referee → agent  CHOOSE_PARITY_CALL",
      "                +53 ms  agent → referee  CHOOSE_PARITY_RESPONSE  (HTTP 200, after 12 ms, match_id is R1M2, asked was R1M1)",
      "    again       npx league-conformance replay player/choice/echoes-match@player.7 --url http://127.0.0.1:8101/mcp",
    ]);
  });

  test("is quoted line by line in docs/reading-a-failure.md", () => {
    const page = readFileSync(new URL("../../../docs/reading-a-failure.md", import.meta.url), "utf8");
    const shown = /<!-- failure:begin -->\n```text\n(.*?)```\n<!-- failure:end -->/s.exec(page)?.[1];
    expect(shown).toBe(`${lines.join("\n")}\n`);
  });

  test("shows the last steps of a long conversation, and all of them with every message when asked", () => {
    const transcript = Array.from({ length: 30 }, (_, at_ms) => ({ ...note, at_ms }));
    const long = { ...echoesWrongMatch, transcript: [...echoesWrongMatch.transcript, ...transcript] };
    const style = { paint: createPaint(false), width: 100 };
    expect(failureBlock(long, context, { ...style, verbose: false }).join("\n")).toContain("… 29 earlier");
    const whole = failureBlock(long, context, { ...style, verbose: true }).join("\n");
    expect(whole).not.toContain("earlier");
    expect(whole).toContain('{"jsonrpc":"2.0","id":11,"method":"handle_game_invitation"');
    expect(whole).toContain("curl -s http://127.0.0.1:8101/mcp");
  });

  test("names the explain command when the page of its clause is only in this repository", () => {
    const local = { ...context, clause: () => ({ text: "…", source: "IS 1", url: "generated/page.md" }) };
    const style = { paint: createPaint(false), width: 100, verbose: false };
    const shown = failureBlock(echoesWrongMatch, local, style).join("\n");
    expect(shown).toContain("npx league-conformance explain PLY-CHOICE-04");
    expect(shown).not.toContain("generated/");
  });

  test("names the explain command when its clause is unknown", () => {
    const unknown = { tool: context.tool, clause: () => undefined };
    const style = { paint: createPaint(false), width: 100, verbose: false };
    expect(failureBlock(echoesWrongMatch, unknown, style)).toContain(
      "                npx league-conformance explain PLY-CHOICE-04",
    );
  });
});

const note = { from: "suite", to: "suite", kind: "note" as const, note: "waits" };

describe("a run in a log", () => {
  const { text, raw } = show(reports.everyVerdict);

  test("announces its latest end before it starts", () => {
    expect(text).toContain("7 checks, about 40.0 s, at most 1 min 35 s, by 09:16:35 UTC at the latest");
    expect(text).toContain("timing margin of this machine 42 ms");
  });

  test("announces no time for an agent that does not start", () => {
    const out = fakeTerminal(undefined);
    const terminal = createTerminal({ out, env: {} }, context);
    const [start] = eventsOf(reports.unreachable);
    if (start?.type !== "run_started") throw new Error("a run begins with its start");
    terminal.onEvent({ ...start, expected_ms: 0, worst_case_ms: 0 });
    expect(out.lines.join("\n")).toContain("timing margin");
    expect(out.lines.join("\n")).not.toContain("at most");
  });

  test("prints one line per group", () => {
    expect(text).toMatch(/^ {2}✘ choice {2}1 fail {2}1 harness error {2}1 inconclusive$/m);
    expect(text).toMatch(/^ {2}✔ join {4}1 pass$/m);
  });

  test("prints neither colours nor cursor movements", () => {
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
    const many = Array.from({ length: 200 }, (_, index) => ({ ...passing, id: `player/join/n${index}` }));
    const progress = show(reportOf(0, many)).text.match(/^ {2}\d+ of 200 checks$/gm);
    expect(progress).toHaveLength(10);
  });
});

describe("a run on a terminal", () => {
  test("redraws its groups with each event and leaves only the last state", () => {
    const { text, raw } = show(reports.everyVerdict, {}, WINDOW);
    expect(raw).toContain("running");
    expect(text).not.toContain("running");
    expect(text.match(/^ {2}. choice /gm)).toHaveLength(1);
    expect(raw).toContain("\u001b[31m");
  });

  test("shows its progress while it runs", () => {
    const out = fakeTerminal(WINDOW);
    let now = 0;
    const terminal = createTerminal({ out, env: {}, now: () => now }, context);
    for (const event of eventsOf(reports.everyVerdict).slice(0, -2)) {
      terminal.onEvent(event);
      now = 30_000;
    }
    expect(out.lines.join("\n")).toMatch(/✘ choice {2}1 fail {2}1 inconclusive {2}1 running$/m);
    const state = "6 of 7 checks · 1 running · about 6 s left, by 09:16:35 UTC at the latest";
    expect(out.lines.join("\n")).toContain(state);
  });

  test("a note stays above the live lines", () => {
    const out = fakeTerminal(WINDOW);
    const terminal = createTerminal({ out, env: {} }, context);
    const events = eventsOf(reports.conforms).slice(0, -1);
    for (const event of events) terminal.onEvent(event);
    terminal.onEvent({ type: "note", text: "a late remark" });
    const text = out.lines.join("\n");
    expect(text.indexOf("a late remark")).toBeLessThan(text.indexOf("2 of 2 checks"));
    expect(text.match(/of 2 checks/g)).toHaveLength(1);
  });

  test("never draws more live lines than the window has", () => {
    const out = fakeTerminal({ columns: 100, rows: 5 });
    const terminal = createTerminal({ out, env: {} }, context);
    terminal.onEvent(eventsOf(reports.conforms)[0] as RunEvent);
    for (let group = 0; group < 30; group += 1) {
      terminal.onEvent({ type: "check_started", id: `player/g${group}/x`, group: `g${group}` });
    }
    const moves = out.raw.match(/(?:\p{Cc}\[(?:2K|1A))+/gu) ?? [];
    const rows = moves.map((move) => move.split("1A").length - 1);
    expect(Math.max(...rows)).toBe(4);
  });
});

describe("colour", () => {
  test.each<[string, TerminalOptions]>([
    ["NO_COLOR", { env: { NO_COLOR: "1" } }],
    ["--no-color", { color: false }],
  ])("%s switches colours off", (_name, options) => {
    expect(show(reports.fails, options, WINDOW).raw).not.toMatch(/\p{Cc}\[\d+m/u);
  });

  test("an empty NO_COLOR does not switch colours off", () => {
    expect(show(reports.fails, { env: { NO_COLOR: "" } }, WINDOW).raw).toMatch(/\p{Cc}\[\d+m/u);
  });

  test("a dumb terminal and the log of a CI job are never redrawn", () => {
    expect(show(reports.fails, { env: { TERM: "dumb" } }, WINDOW).raw).not.toMatch(/\p{Cc}\[\d+A/u);
    expect(show(reports.fails, { env: { CI: "true" } }, WINDOW).raw).not.toMatch(/\p{Cc}\[\d+A/u);
  });
});

describe("--quiet", () => {
  test("--quiet prints only failures and the verdict", () => {
    const { text } = show(reports.fails, { quiet: true });
    expect(text).toContain("✘ FAIL  The choice goes back with the match id of its call");
    expect(text).toContain("league.v2 player · does not conform");
    expect(text).not.toMatch(/WARN|note:|Next|^ {2}✔ join/m);
  });

  test("prints four lines if nothing failed", () => {
    expect(show(reports.conforms, { quiet: true }).text.trim().split("\n")).toHaveLength(4);
  });
});

test("--verbose shows each check as it finishes, with the reason why it did not pass", () => {
  const { text } = show(reports.everyVerdict, { verbose: true });
  expect(text).toContain("  ✔ player/join/accepts-in-time  31 ms\n");
  expect(text).toContain(
    "  ○ player/end/acknowledges-completion  0 ms  The agent left before the league was completed.",
  );
});

test("failures above a limit are printed as one line each", () => {
  const many = Array.from({ length: 25 }, (_, index) => ({
    ...echoesWrongMatch,
    id: `player/choice/n${index}`,
  }));
  const { text } = show(reportOf(1, many));
  expect(text.match(/✘ FAIL/g)).toHaveLength(20);
  expect(text).toContain(
    "  and 5 more (--verbose shows them whole):\n    ✘ player/choice/n20  PLY-CHOICE-04\n",
  );
});

describe("warnings", () => {
  const line = "    ▲ transport/http/unknown-path  TRA-HTTP-05\n";

  test("warnings are printed as one line each after a failure", () => {
    const { text } = show(reports.fails);
    expect(text).toContain(`  and 1 more (--verbose shows them whole):\n${line}`);
    expect(text).not.toContain("▲ WARN");
  });

  test("warnings are printed in full where nothing failed, and with --verbose", () => {
    expect(show(reports.conformsWithWarnings).text).toContain("▲ WARN");
    expect(show(reports.fails, { verbose: true }).text).toContain("▲ WARN");
  });
});

test.each(Object.entries(reports))("the end of %s contains the next steps", (_kind, report) => {
  expect(show(report).text).toMatch(/^Next\n {2}\S.{20}/m);
});

test("text of an agent contains no control characters", () => {
  const { raw } = show(hostileReport, { verbose: true });
  expect(raw).not.toMatch(/[^\P{Cc}\n]/u);
});

test("each line of an indented text, such as a stack trace, keeps its indentation", () => {
  const trace = "Traceback:\n  File one\n    def two three";
  expect(wrap(trace, 12)).toEqual(["Traceback:", "  File one", "    def two", "    three"]);
});

const ms = (max: number) => fc.integer({ min: 0, max });
const progress = fc
  .record({ planned: fc.integer({ min: 1, max: 500 }), expectedMs: ms(600_000), more: ms(600_000) })
  .chain(({ planned, expectedMs, more }) =>
    fc.record({
      ...{ planned: fc.constant(planned), expectedMs: fc.constant(expectedMs) },
      ...{ worstCaseMs: fc.constant(expectedMs + more), done: fc.nat(planned), elapsedMs: ms(2_000_000) },
    }),
  );

describe("the remaining time", () => {
  test("is never negative, never later than the end that was announced, and nothing when all is done", () => {
    fc.assert(
      fc.property(progress, (now) => {
        const left = msLeft(now);
        expect(left).toBeGreaterThanOrEqual(0);
        expect(left).toBeLessThanOrEqual(Math.max(0, now.worstCaseMs - now.elapsedMs));
        expect(msLeft({ ...now, done: now.planned })).toBe(0);
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
  ])("%o: %s", (now, text) => {
    expect(timeLeft({ planned: 100, expectedMs: 40_000, worstCaseMs: 95_000, ...now })).toBe(text);
  });

  test("of a long run is shown in minutes", () => {
    const long = { planned: 100, expectedMs: 600_000, worstCaseMs: 900_000 };
    expect(timeLeft({ ...long, done: 20, elapsedMs: 120_000 })).toBe("about 8 min left");
  });
});
