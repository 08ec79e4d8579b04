/** The strategies of docs/strategies.md and of the recipes: one that asks a language model, and one that learns (IS 4.2.5). */
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { contextWith } from "../src/strategies/context.fixture.js";
import { loadStrategy } from "../src/strategies/index.js";
import { LeagueProcess, newFolder } from "./league-process.js";

const root = join(import.meta.dirname, "../..");
/** The first code block after a heading. */
function codeIn(page: string, heading: string): string {
  const text = readFileSync(join(root, page), "utf8");
  return /```[jt]s\n([\s\S]*?)```/.exec(text.slice(text.indexOf(`## ${heading}`)))?.[1] ?? "";
}

function fileWith(name: string, code: string): string {
  const path = join(newFolder(), name);
  writeFileSync(path, code);
  return path;
}

const askModel = codeIn("reference-agents/docs/strategies.md", "Ask a language model");
const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

async function modelService(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, "127.0.0.1");
  await once(server, "listening");
  closers.push(() => server.close().closeAllConnections());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/chat/completions`;
}

describe("a strategy that asks a language model", () => {
  it("plays a league, and the log has its reasons", async () => {
    const questions: string[] = [];
    const content = JSON.stringify({ choice: "odd", reason: "most name even" });
    const url = await modelService(async (request, response) => {
      let body = "";
      for await (const part of request) body += part;
      questions.push(JSON.parse(body).messages[0].content);
      response.end(JSON.stringify({ choices: [{ message: { content } }] }));
    });
    const path = fileWith("ask-model.js", askModel);
    const line = `play --players 3 --strategies ${path},random,random --data data`;
    const folder = newFolder();
    const { code, stderr } = await LeagueProcess.start(line, { folder, environment: { MODEL_URL: url } })
      .ended;
    expect([code, stderr]).toEqual([0, expect.not.stringContaining("fallback")]);
    const log = readFileSync(join(folder, "data/league.log.jsonl"), "utf8");
    expect(log).toMatch(/"agent_id":"P01".*"message":"chose odd against P0[23]: most name even"/);
    expect(questions).toHaveLength(2);
    expect(questions.at(-1)).toMatch(/You are P01, round [23].*Standings: 1\. P0[123] \d, 2\./s);
  });
});

it("a strategy that learns counters what it has seen, with its reason", async () => {
  const code = codeIn("tools/site/docs/recipes.md", "Train a model on the history");
  const { choose } = await loadStrategy(fileWith("learn.ts", code));
  const after = (field: readonly ("even" | "odd")[]) => choose(contextWith({ field }));
  expect(after(["even", "even", "odd", "even", "even", "even"])).toMatchObject({ choice: "odd" });
  expect(after(["odd", "odd", "even", "odd", "odd", "odd"])).toMatchObject({ choice: "even" });
  const alternating = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? "even" : "odd"));
  expect(after(alternating)).toEqual({
    choice: "odd",
    reason: "even is expected with 100 %",
  });
  expect(after(alternating.slice(1))).toMatchObject({ choice: "odd" });
  expect(after([...alternating, "even"])).toMatchObject({ choice: "even" });
});
