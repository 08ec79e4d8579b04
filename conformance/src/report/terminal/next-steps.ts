import { fileURLToPath } from "node:url";
import { packageFolder } from "../../package-folder.js";
import { fillPlaceholders, splitCommandLine } from "../../subject/command-line.js";
import type { Report } from "../../types.js";
import { agentOption, isReachedByUrl, shellQuoted } from "../commands.js";
import { cutShort, INTERRUPTED, isSilent } from "../conclusion.js";
import { clipped, oneLine } from "../text.js";
import { worstFirst } from "../verdicts.js";

/** Longer diagnoses are in the report above. */
const LONGEST_CAUSE = 300;

/** The next steps for the user, most useful first. Never empty. */
export function nextSteps(report: Report, htmlPath: string | undefined): string[] {
  switch (report.exit_code) {
    case 0:
      if (report.quick === true || report.selected === true) return afterPart(report);
      return [...exerciseMore(report), "Keep it so: run this in CI with --junit."];
    case 1:
      return afterFailure(report, htmlPath);
    case 2:
      return [`league-conformance ${report.role} --help lists the options.`];
    case 3:
      return notReached(report);
    case 4:
      return undecided(report);
    case 5:
      return ["This is a fault of the suite: please report it, with the file that --json FILE writes."];
  }
}

/** A run that left clauses out. */
function afterPart({ role, agent }: Report): string[] {
  return [
    `Run the whole suite: npx league-conformance ${role} ${agentOption(agent)} --html report.html`,
    `Read what each verdict means: ${page("verdicts.md")}`,
  ];
}

function afterFailure(report: Report, htmlPath: string | undefined): string[] {
  const failures = worstFirst(report.checks).filter((check) => check.verdict === "fail");
  const first = failures[0];
  if (first === undefined)
    return ["See the notes above: they name the entry of the baseline or the coverage missed."];
  const cause = clipped(oneLine(first.diagnosis ?? first.title), LONGEST_CAUSE);
  return [
    `Fix this first (${first.id}): ${cause}`,
    `See it again: ${first.reproduce?.replay ?? `npx league-conformance replay ${first.id}`}`,
    htmlPath === undefined
      ? "See every failure as a sequence diagram: add --html report.html"
      : `See every failure as a sequence diagram: ${htmlPath}#${first.id}`,
    `Read how: ${page("reading-a-failure.md")}. Think that the suite is wrong? ${page("arguing.md")}`,
  ];
}

function undecided(report: Report): string[] {
  if (report.checks.length === 0) {
    const quick = report.quick === true ? "--quick, " : "";
    return [`Look at ${quick}--only, --skip, --level and --group: together they leave no check.`];
  }
  const [left] = cutShort(report.checks);
  if (left?.diagnosis?.startsWith(INTERRUPTED)) return ["Run it again to its end: it was interrupted."];
  if (left !== undefined) return ["Run it again with more time: --budget SECONDS."];
  return ["Run it again on a quieter machine, or with --parallel 1.", ...exerciseMore(report)];
}

function notReached({ agent, checks }: Report): string[] {
  if (isSilent(checks))
    return [
      "See that its handler of POST /mcp is called and ends each response: connections are accepted, and nothing comes back.",
      "See each message without its answer: --html FILE draws them, --verbose prints them.",
    ];
  if (isReachedByUrl(agent))
    return [
      `Start the agent and see that its TCP port answers: ${agent}`,
      'Or let the suite start it: --command "node agent.js --port {port}".',
    ];
  return [
    `Run it yourself and see that it stays and opens its port: ${filledIn(agent)}`,
    "The suite fills in {port}, {league} and {name}, and sets PORT, LEAGUE_URL and AGENT_NAME to the same.",
  ];
}

/** The command with values such as the suite gives. */
function filledIn(command: string): string {
  const league = "http://127.0.0.1:8000/mcp";
  const values = { port: "8101", league, name: "agent-1", data: "./data", players: "2", referees: "1" };
  return fillPlaceholders(splitCommandLine(command), values)
    .map((word) => (/^[\w./:@%+=,-]+$/.test(word) ? word : shellQuoted(word)))
    .join(" ");
}

/** The path of this page on this machine. */
function page(name: string): string {
  return fileURLToPath(new URL(`docs/${name}`, packageFolder));
}

function exerciseMore(report: Report): string[] {
  const asked = report.checks.some(
    ({ verdict, diagnosis }) => verdict === "not-exercised" && diagnosis?.includes("--command") === true,
  );
  return asked ? ["Exercise more: --command lets the suite start the agent itself."] : [];
}
