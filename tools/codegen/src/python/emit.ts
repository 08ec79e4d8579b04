import { readFileSync } from "node:fs";
import type { Dialect, Model } from "../model/model.js";
import { type Output, PREAMBLE } from "../print/file.js";
import { contractJson } from "./contract.js";
import { emitMessages } from "./messages.js";
import { docstring, isIdentifier, pythonText, snake } from "./text.js";

/** The hand-written modules of every package; they are part of the generator and are copied unchanged. */
const CORE = ["contract", "validation", "violations", "json_rpc", "client", "serving"];

/** The modules of a package whose contract has players and referees as league.v2 has them. */
const AGENTS = ["agent", "player", "match", "referee", "testing", "__main__"];

/** The methods that these modules serve and call. */
const AGENT_METHODS = [
  "register_player",
  "register_referee",
  "choose_parity",
  "run_match",
  "report_match_result",
];

/** A package for Python 3.10 or later with the standard library only, below `python/`. */
export function emitPython(model: Model, label: string): Output[] {
  const [first, ...others] = model.dialects;
  if (first === undefined) return [];
  const name = first.isLeagueSpec ? "league_v2" : packageName(first.name);
  const hasAgents = AGENT_METHODS.every((method) => first.methods.some((one) => one.name === method));
  const at = (path: string) => `python/${name}/${path}`;
  const preamble = (source: string) => `# ${PREAMBLE} ${source}. Do not edit.`;
  const copied = (file: string) => {
    const text = readFileSync(new URL(`../../src/python/runtime/${file}`, import.meta.url), "utf8");
    return `${preamble(`tools/codegen/src/python/runtime/${file}`)}\n${text.replaceAll("league_v2", name).replaceAll("league-v2", name.replaceAll("_", "-"))}`;
  };
  const runtime = [...CORE, ...(hasAgents ? AGENTS : [])].map((module) => ({
    path: at(`${module}.py`),
    text: copied(`league_v2/${module}.py`),
  }));
  return [
    ...runtime,
    emitMessages(first, at("messages.py"), preamble(label)),
    ...others.map((dialect) =>
      emitMessages(dialect, at(`${moduleName(dialect)}_messages.py`), preamble(label)),
    ),
    { path: at("contract.json"), text: contractJson(model, `${PREAMBLE} ${label}. Do not edit.`) },
    { path: at("__init__.py"), text: initText(preamble(label), model.dialects, hasAgents) },
    { path: at("py.typed"), text: `${preamble(label)}\n` },
    { path: "python/pyproject.toml", text: copied("pyproject.toml") },
    {
      path: "python/README.md",
      text: hasAgents ? readme(copied("README.md")) : plainReadme(preamble(label), name),
    },
  ];
}

/** The preamble of a Markdown file is a comment of HTML. */
function readme(text: string): string {
  return text.replace(/^# (.*)/, "<!-- $1 -->");
}

function plainReadme(preamble: string, name: string): string {
  return readme(`${preamble}

# ${name}

Typed messages, validators, a client with deadlines and a server, for Python 3.10 or later, with the standard library only:
\`Server(Service({"method": handler}), 8000).start()\`, and \`Client("http://127.0.0.1:8000/mcp").call("method", params)\`.
`);
}

function moduleName(dialect: Dialect): string {
  return snake(dialect.name);
}

function packageName(name: string): string {
  const text = snake(name);
  return isIdentifier(text) ? text : `api_${text}`;
}

/** What each module gives to the users of the package. */
const EXPORTS: Readonly<Record<string, string>> = {
  contract: `Dialect Identity Machine Message Method dialect dialects errors machines methods new_conversation now protocol
    rejections reply schema_fault_code startup_errors`,
  violations: "InvalidMessage Violation check validate",
  json_rpc: "RpcError Service answer_body",
  client: "CallError Client InvalidReply Refused TooLate Unreachable call notify",
  serving: "Server asgi",
  agent: "Agent StartupError from_arguments main serve",
  player: "Opponent Player Turn",
  referee: "Referee",
};

function initText(preamble: string, dialects: readonly Dialect[], hasAgents: boolean): string {
  const modules = Object.keys(EXPORTS).filter((module) => hasAgents || !AGENTS.includes(module));
  const names = (module: string) => (EXPORTS[module] ?? "").split(/\s+/);
  const all = modules.flatMap(names).map((name) => `    ${pythonText(name)},`);
  const doc = `The contract of ${dialects.map(({ name }) => name).join(" and ")}: messages, validators, methods and their deadlines.`;
  return [
    preamble,
    docstring(doc),
    ...modules.flatMap((module) => [
      `from .${module} import (`,
      ...names(module).map((name) => `    ${name},`),
      ")",
    ]),
    "",
    "__all__ = [",
    ...all,
    "]",
    "",
  ].join("\n");
}
