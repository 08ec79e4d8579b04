import type { Report } from "../../types.js";
import { worstFirst } from "../verdicts.js";

/** What a person would do now, most useful first. Never empty. */
export function nextSteps(report: Report, htmlPath: string | undefined): string[] {
  switch (report.exit_code) {
    case 0:
      if (report.quick === true) return afterQuick(report);
      return [...exerciseMore(report), "Keep it so: run this in CI with --junit and show it with --badge."];
    case 1:
      return afterFailure(report, htmlPath);
    case 2:
      return [`league-conformance ${report.role} --help lists the options.`];
    case 3:
      return [
        `Start the agent and see that its TCP port answers: ${report.agent}`,
        "Or let the suite start it: --command 'node agent.js --port {port}'.",
      ];
    case 4:
      return report.checks.length === 0
        ? ["Look at --only, --skip, --level and --group: together they leave no check."]
        : ["Run it again on a quieter machine, or with --parallel 1.", ...exerciseMore(report)];
    case 5:
      return ["This is a fault of the suite: please report it, with the file that --json FILE writes."];
  }
}

function afterQuick({ role, agent }: Report): string[] {
  return [
    `Run the whole suite: league-conformance ${role} --command ${JSON.stringify(agent)} --html report.html`,
    "Read what each verdict means: conformance/docs/verdicts.md",
  ];
}

function afterFailure(report: Report, htmlPath: string | undefined): string[] {
  const failures = worstFirst(report.checks).filter((check) => check.verdict === "fail");
  const first = failures[0];
  if (first === undefined)
    return ["See the notes above: they name the entry of the baseline or the coverage missed."];
  return [
    `See the first failure alone: ${first.reproduce?.replay ?? `league-conformance replay ${first.id}`}`,
    htmlPath === undefined
      ? "See every failure as a sequence diagram: add --html report.html"
      : `See every failure as a sequence diagram: ${htmlPath}#${first.id}`,
    "Read how: docs/reading-a-failure.md. Think that the suite is wrong? docs/arguing.md.",
  ];
}

function exerciseMore(report: Report): string[] {
  const asks = (option: string) =>
    report.checks.some(
      ({ verdict, diagnosis }) => verdict === "not-exercised" && diagnosis?.includes(option) === true,
    );
  return [
    ...(asks("--command") ? ["Exercise more: --command lets the suite start the agent itself."] : []),
    ...(asks("--budget") ? ["Exercise more: --budget SECONDS gives it more time."] : []),
  ];
}
