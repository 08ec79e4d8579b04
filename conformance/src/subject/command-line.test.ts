import { expect, test } from "vitest";
import { UsageError } from "../usage-error.js";
import { assertPlaceholders, fillPlaceholders, splitCommandLine } from "./command-line.js";

test.each([
  ["node a.js --port 1", ["node", "a.js", "--port", "1"]],
  ['  "/my programs/a b" x  ', ["/my programs/a b", "x"]],
  ["python -c 'print(\"hi there\")'", ["python", "-c", 'print("hi there")']],
  ['a b\\ c "d\\"e"', ["a", "b c", 'd"e']],
  ["C:\\tools\\agent.exe $HOME ; rm -rf /", ["C:\\tools\\agent.exe", "$HOME", ";", "rm", "-rf", "/"]],
  ['a "" b', ["a", "", "b"]],
])("%s", (line, words) => {
  expect(splitCommandLine(line)).toEqual(words);
});

test.each([
  ['"C:\\Program Files\\node.exe" agent.js', ["C:\\Program Files\\node.exe", "agent.js"]],
  ["py -c 'it is'", ["py", "-c", "'it", "is'"]],
  ['a \\ b\\ "c\\"d"', ["a", "\\", "b\\", 'c"d']],
  ["C:\\a\\'b'\\c", ["C:\\a\\'b'\\c"]],
])("on Windows: %s", (line, words) => {
  expect(splitCommandLine(line, "win32")).toEqual(words);
});

test("an open quote and an empty command are usage errors", () => {
  expect(() => splitCommandLine('node "a')).toThrow(UsageError);
  expect(() => splitCommandLine("   ")).toThrow(UsageError);
});

test("placeholders are filled inside of words, and other braces are left alone", () => {
  const values = {
    port: "81",
    league: "http://l/mcp",
    name: "a b",
    data: "/tmp/x",
    players: "4",
    referees: "2",
  };
  expect(
    fillPlaceholders(["--port={port}", "{league}", "{name}", "{ }", "{x}", "{constructor}"], values),
  ).toEqual(["--port=81", "http://l/mcp", "a b", "{ }", "{x}", "{constructor}"]);
});

test("a word in braces that is no placeholder is a usage error that lists them", () => {
  expect(() => assertPlaceholders("node a.js --port={prot}")).toThrow(
    '--command has no placeholder {prot}; did you mean "port"? The placeholders are {port}, {league}, ',
  );
  expect(() => assertPlaceholders("node a.js {constructor}")).toThrow(UsageError);
});

test.each([
  "node a.js {port} {league} {name} {data} {players} {referees}",
  `node a.js '{"port": {port}, "a": {}}'`,
  `sh -c 'PORT={port} exec node \${AGENT} [0-9]{2} {a,b}'`,
  "docker run --format {{name}} image",
])("braces that are no placeholder are kept: %s", (line) => {
  expect(() => assertPlaceholders(line)).not.toThrow();
});
