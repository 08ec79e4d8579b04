import { expect, test } from "vitest";
import { echoesWrongMatch } from "../../fixtures/report/checks.js";
import { reportOf } from "../../fixtures/report/reports.js";
import { splitCommandLine } from "../subject/command-line.js";
import { shellQuoted, withCommands } from "./commands.js";

const ID = "player/choice/echoes-match@player.7";

function commandFor(agent: string, options?: string[]): string | undefined {
  const check = { ...echoesWrongMatch, reproduce: { replay: ID } };
  const report = reportOf(1, [check], { agent, ...(options && { options }) });
  return withCommands(report).checks[0]?.reproduce?.replay;
}

test("the command that repeats a check contains the agent's command", () => {
  expect(commandFor("python3 player.py --port {port}")).toBe(
    `npx league-conformance replay ${ID} --command "python3 player.py --port {port}"`,
  );
});

test("the command that repeats a check contains the addresses of running agents", () => {
  expect(commandFor("http://127.0.0.1:8101/mcp, http://127.0.0.1:8102/mcp")).toBe(
    `npx league-conformance replay ${ID} --url http://127.0.0.1:8101/mcp --url http://127.0.0.1:8102/mcp`,
  );
});

test("the command that repeats a check contains the other options of the run", () => {
  const options = ["--game", "./my games/odds.js", "--fuzz", "40"];
  expect(commandFor("http://127.0.0.1:8101/mcp", options)).toBe(
    `npx league-conformance replay ${ID} --url http://127.0.0.1:8101/mcp --game "./my games/odds.js" --fuzz 40`,
  );
});

test.each(['node "my agent.js"', "echo $HOME", "say 'it' \"so\""])(
  "a shell reads the command %s as it was given",
  (agent) => {
    const words = commandFor(agent)?.replaceAll("'\\''", "\u0001") ?? "";
    expect(splitCommandLine(words).at(-1)?.replaceAll("\u0001", "'")).toBe(agent);
  },
);

test.each(['node "my agent.js" {port}', "py C:\\agents\\player.py", "say 'it'"])(
  "Windows reads %s as it was given",
  (agent) => {
    expect(splitCommandLine(shellQuoted(agent, "win32"), "win32")).toEqual([agent]);
  },
);
