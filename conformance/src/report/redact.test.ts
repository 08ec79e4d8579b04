import { readdirSync, readFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { newFolder } from "../../../tools/gate/temporary-folder.js";
import { eventsOf, reportOf } from "../../fixtures/report/reports.js";
import { loadChecks } from "../checks/registry.js";
import { breaksClauseOf } from "../mutants/mutant.js";
import { loadMutants } from "../mutants/registry.js";
import { explanationsFor } from "../self-test/explanations.js";
import { tryMutant } from "../self-test/trial.js";
import type { CheckResult, RunEvent, TranscriptEntry } from "../types.js";
import { createRedactor } from "./redact.js";
import { createReporters } from "./reporters.js";

const SECRET = "tok_4f9a7c21e8b05d3362aa90c1";
const OTHER = "tok_ffffeeeeddddccccbbbbaaaa";

const finished = (parts: Partial<CheckResult>): RunEvent => ({
  type: "check_finished",
  result: {
    id: "player/a/b",
    clause: ["PLY-A-01"],
    level: "must",
    group: "a",
    title: "t",
    verdict: "fail",
    duration_ms: 1,
    transcript: [],
    ...parts,
  },
});

function redacted(parts: Partial<CheckResult>, redact = createRedactor()): CheckResult {
  const event = redact(finished(parts));
  if (event.type !== "check_finished") throw new Error("the event changed its type");
  return event.result;
}

const message = (json: unknown, bytes?: string): TranscriptEntry => ({
  at_ms: 0,
  from: "agent",
  to: "referee",
  kind: "reply",
  json,
  ...(bytes === undefined ? {} : { bytes }),
});
/** What is shown of messages with these bodies, in one check. */
const shown = (...bodies: unknown[]) =>
  redacted({ transcript: bodies.map((json) => message(json)) }).transcript.map(({ json }) => json);

test("the expected value of a verdict is hidden, although no message of the check contains it", () => {
  const { diagnosis, expected, received } = redacted({
    diagnosis: `auth_token of GAME_JOIN_ACK is "${SECRET}"; expected "${OTHER}9"`,
    expected: `"${OTHER}9"`,
    received: `"${SECRET}"`,
  });
  expect(diagnosis).toBe('auth_token of GAME_JOIN_ACK is "[token 1]"; expected "[token 2]"');
  expect([expected, received]).toEqual(['"[token 2]"', '"[token 1]"']);
});

const inJson = JSON.stringify({ text: JSON.stringify({ auth_token: SECRET }) });
test.each<[string, string]>([
  ["JSON text", `{ "auth_token" : "${SECRET}","a":1}`],
  ["JSON in JSON (MCP)", inJson],
  ["JSON in JSON in JSON", JSON.stringify(inJson)],
  ["JSON text that was cut off", `{"auth_token":"${SECRET}`],
  ["a raw header", `POST /mcp HTTP/1.1\r\nAuthorization: Bearer ${SECRET}\r\n\r\n`],
  ["a header without a scheme", `authorization: ${SECRET}`],
  ["a proxy's header", `Proxy-Authorization: Basic ${SECRET}`],
  ["a curl command", `curl -H 'Authorization: Bearer ${SECRET}' -d '{"auth_token":"${SECRET}"}' http://x`],
  ["a query", `http://x/mcp?auth_token=${SECRET}&a=1`],
  ["a number in its place", '{"auth_token": 9182736455463728}'],
])("a token is hidden in %s", (_where, text) => {
  const [entry] = redacted({ transcript: [message(undefined, text)] }).transcript;
  expect(entry?.bytes).toContain("[token 1]");
  expect(entry?.bytes).not.toMatch(`${SECRET}|9182736455463728`);
});

test.each<[string, unknown[], unknown[]]>([
  [
    "at any depth and in any case",
    [
      { params: { auth_token: SECRET }, headers: [{ Authorization: `Bearer ${OTHER}` }] },
      { AUTH_TOKEN: SECRET },
    ],
    [
      { params: { auth_token: "[token 1]" }, headers: [{ Authorization: "Bearer [token 2]" }] },
      { AUTH_TOKEN: "[token 1]" },
    ],
  ],
  [
    "of another type, by its type",
    [{ a: { auth_token: 12345 }, b: { auth_token: [SECRET] } }],
    [{ a: { auth_token: "[token as number]" }, b: { auth_token: "[token as array]" } }],
  ],
  [
    "as the name of a member",
    [{ auth_token: SECRET }, { [SECRET]: 1 }],
    [{ auth_token: "[token 1]" }, { "[token 1]": 1 }],
  ],
  [
    "with one number for each",
    [SECRET, OTHER, SECRET].map((auth_token) => ({ auth_token })),
    ["1", "2", "1"].map((number) => ({ auth_token: `[token ${number}]` })),
  ],
  [
    "before it was known",
    [{ seen: SECRET }, { auth_token: SECRET }],
    [{ seen: "[token 1]" }, { auth_token: "[token 1]" }],
  ],
  [
    "null and empty, not at all",
    [{ a: { auth_token: null }, auth_token: "" }],
    [{ a: { auth_token: null }, auth_token: "" }],
  ],
])("a token is hidden %s", (_how, bodies, hidden) => {
  expect(shown(...bodies)).toEqual(hidden);
});

test("a token is hidden elsewhere in the same event, and in a later one", () => {
  const redact = createRedactor();
  const first = redacted({ transcript: [message({ auth_token: SECRET })], received: `"${SECRET}"` }, redact);
  expect(first.received).toBe('"[token 1]"');
  expect(redacted({ diagnosis: `unknown token ${SECRET}` }, redact).diagnosis).toBe(
    "unknown token [token 1]",
  );
});

describe("unchanged", () => {
  test("a short wrong token does not hide ordinary words", () => {
    const event = { title: "even or odd", transcript: [message({ auth_token: "even" })] };
    expect(redacted(event)).toMatchObject({ ...event, transcript: [{ json: { auth_token: "[token 1]" } }] });
  });

  test.each([
    "auth_token: missing",
    "/params/auth_token is missing",
    "E011 AUTH_TOKEN_MISSING",
    "the bearer token was refused",
  ])("the sentence %j", (diagnosis) => {
    expect(redacted({ diagnosis }).diagnosis).toBe(diagnosis);
  });

  test("a redacted event, and one without secrets", () => {
    const secret = {
      transcript: [message({ auth_token: SECRET })],
      diagnosis: `Authorization: Bearer ${SECRET}`,
    };
    for (const event of [
      createRedactor()(finished(secret)),
      finished({ transcript: [message({ b: [1, null] })] }),
    ])
      expect(createRedactor()(event)).toEqual(event);
  });
});

describe("hostile replies", () => {
  test("a member named __proto__ stays a member", () => {
    const [clean] = shown(JSON.parse('{"__proto__":{"auth_token":"x"},"constructor":1}'));
    expect(JSON.stringify(clean)).toBe('{"__proto__":{"auth_token":"[token 1]"},"constructor":1}');
  });

  test("deep nesting is cut, so that no report overflows the stack", () => {
    let deep: unknown = { auth_token: SECRET };
    for (let level = 0; level < 5000; level += 1) deep = [deep];
    const text = JSON.stringify(shown(deep));
    expect(text).toContain("[nested deeper than 100 levels]");
    expect(text).not.toContain(SECRET);
  });

  test("a long text is cut after its secrets are hidden", () => {
    const text = `${"a".repeat(65_530)}{"auth_token":"${SECRET}"}${"b".repeat(9)}`;
    const [entry] = redacted({ transcript: [message(undefined, text)] }).transcript;
    expect(entry?.bytes).toMatch(/… \(\d+ more\)$/);
    expect(entry?.bytes).not.toContain("tok_");
  });
});

// No report of any format contains a token of the run, a token of the compared reference agent, or a path of the machine.

const folder = newFolder();

/** The first mutant shows its token to all clients; the other one shows tokens in its answers and verdicts. */
const planted = ["player:sends-another-token", "manager:shows-tokens-in-standings"];

test.each(planted)("%s", async (mutantId) => {
  const [all, mutants] = await Promise.all([loadChecks(), loadMutants()]);
  const mutant = mutants.find(({ id }) => id === mutantId);
  if (mutant === undefined) throw new Error(`no mutant ${mutantId}`);
  const role = mutantId.startsWith("player") ? "player" : "manager";
  // Some of its checks only observe a match that another one plays.
  const plays = ["player/join/accepts", "player/choice/echoes-match"];
  const checks = all.filter(({ check }) => breaksClauseOf(check, mutant) || plays.includes(check.id));
  const results = await tryMutant(mutant, role, { seed: 1, wire: "canonical", checks, transcripts: true });
  const report = reportOf(1, [...results.values()], { seed: 1, role });
  const explained = await explanationsFor(report, checks, mutants);
  const tokens = tokensIn([report, [...explained.values()]]);
  expect(report.checks.some(({ verdict }) => verdict === "fail" || verdict === "warn")).toBe(true);
  expect(tokens.size).toBeGreaterThan(1);

  const at = (name: string) => join(folder, name);
  const reporters = await createReporters({
    terminal: false,
    json: at("r.json"),
    junit: at("r.xml"),
    html: at("r.html"),
    markdown: at("r.md"),
    explain: async () => explained,
  });
  for (const event of eventsOf(report)) reporters.onEvent(event);
  await reporters.close();
  expect(readdirSync(folder)).toHaveLength(4);
  const secrets = [...tokens, join(tmpdir(), "/"), join(homedir(), "/"), process.cwd()];
  for (const file of readdirSync(folder)) {
    const text = readFileSync(at(file), "utf8");
    expect(
      secrets.filter((secret) => text.includes(secret)),
      file,
    ).toEqual([]);
  }
});

/** The token values in a report, without short ones: a check may send `""` or `x` as a token. */
function tokensIn(value: unknown): Set<string> {
  const text = JSON.stringify(value);
  return new Set([...text.matchAll(/auth_token\\*":\\*"([^"\\]{16,})/g)].map(([, token = ""]) => token));
}
