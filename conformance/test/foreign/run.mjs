// Runs the suite on agents that share nothing with this project's code: without a fault, each with one known fault, or
// each with one habit. Exit status 1 if too many faults are missed or misnamed, or if there is a false alarm.
import { writeFileSync } from "node:fs";
import { loadChecks, select } from "@league-v2/conformance";
import { suiteRun } from "../suite-run.ts";
import { canRun, choose, commandOf, folder, USAGE } from "./agents.ts";
import { differences, falseAlarms, judge } from "./judgement.ts";

/** Of the faults that are tried, this many must be found, and this many named by the right clause first. */
const MUST_FIND = 0.98;
const MUST_NAME = 0.95;

const { trials, whole, atOnce, json } = chosen();
/** For agents without a fault. */
const selection = whole ? [] : ["--quick"];
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(130));

const rows = [];
/** The runs of agents without a fault or a habit, by agent. */
const plain = new Map();
const waiting = trials.filter(({ agent }) => canRun(agent));
/** Tried again, one at a time, when all others are through. */
const undecided = [];
for (const name of new Set(trials.filter((one) => !waiting.includes(one)).map(({ agent }) => agent.name)))
  console.log(`${name}: not run, since this machine lacks what it needs`);
await Promise.all(Array.from({ length: atOnce }, worker));
for (const trial of undecided) keep(await tried(trial));
conclude();

function chosen() {
  try {
    return choose(process.argv.slice(2));
  } catch (error) {
    console.error(`${error.message}\n${USAGE}`);
    process.exit(2);
  }
}

async function worker() {
  for (let trial = waiting.shift(); trial !== undefined; trial = waiting.shift()) {
    const row = await tried(trial);
    if (row.outcome === "undecided" && atOnce > 1) undecided.push(trial);
    else keep(row);
  }
}

function keep(row) {
  rows.push(row);
  const { outcome, agent, variant = "without a fault", clauses = "", costs, lines } = row;
  console.log(`${outcome.padEnd(11)} ${agent} ${variant}  ${clauses || costs}`);
  for (const line of lines) console.log(`            ${line}`);
  if (json !== undefined) writeFileSync(json, `${JSON.stringify(rows, undefined, 1)}\n`);
}

async function tried({ agent, variant }) {
  if (variant?.clauses !== undefined) return withFault(agent, variant);
  const run = variant === undefined ? await plainRun(agent) : await runOf(agent, variant, selection);
  const alarms =
    variant === undefined
      ? falseAlarms(run.report)
      : differences((await plainRun(agent)).report, run.report, variant);
  return {
    agent: agent.name,
    variant: variant?.id,
    outcome: alarms.length === 0 ? "no alarm" : "false alarm",
    costs: costsOf(run),
    lines: alarms,
  };
}

async function withFault(agent, fault) {
  const only = (await checksFor(agent.role, fault)).flatMap((id) => ["--only", id]);
  const { outcome, first } = judge((await runOf(agent, fault, only)).report, fault);
  const lines = outcome === "misnamed" ? [first] : [];
  return { agent: agent.name, variant: fault.id, clauses: fault.clauses.join(" "), outcome, lines, first };
}

function plainRun(agent) {
  const run = plain.get(agent) ?? runOf(agent, undefined, selection);
  plain.set(agent, run);
  return run;
}

function runOf(agent, variant, options) {
  return suiteRun(agent.role, commandOf(agent, variant), { cwd: folder, options });
}

function costsOf({ report, wallSeconds, cpuSeconds }) {
  const { instances_started } = report.machine;
  return `${wallSeconds.toFixed(1)} s, ${cpuSeconds.toFixed(1)} s of CPU, ${instances_started} instances`;
}

/**
 * The checks of a quick run, and all that decide a clause of the group of the fault (PLY-JOIN-*): the same selection for
 * each fault of that group, so that it does not depend on the fault.
 */
async function checksFor(role, { clauses }) {
  const all = await loadChecks();
  const groups = clauses.map((clause) => clause.replace(/\d+$/, ""));
  const isOfGroup = (clause) => groups.some((group) => clause.startsWith(group));
  const quick = select(all, role, { quick: true });
  const others = select(all, role, {}).filter(({ check }) => check.decides.some(isOfGroup));
  return [...new Set([...quick, ...others])].map(({ check }) => check.id);
}

function conclude() {
  const count = (outcome) => rows.filter((row) => row.outcome === outcome).length;
  const missed = count("missed") + count("undecided");
  const tries = count("found") + count("misnamed") + missed;
  const alarms = rows.flatMap((row) => (row.outcome === "false alarm" ? row.lines : []));
  console.log(
    `${tries} faults: ${count("found")} found, ${count("misnamed")} found under another clause, ${missed} missed; ${alarms.length} false alarms`,
  );
  const isFound = missed <= (1 - MUST_FIND) * tries;
  const isNamed = count("found") >= MUST_NAME * (tries - missed);
  process.exitCode = rows.length > 0 && isFound && isNamed && alarms.length === 0 ? 0 : 1;
}
