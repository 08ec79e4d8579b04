// Runs the suite on agents that share nothing with this project's code, each with one known fault, and on the same agents
// without a fault. Exit status 1 if too many faults are missed or misnamed, or if there is a false alarm.
import { writeFileSync } from "node:fs";
import { loadChecks, select } from "@league-v2/conformance";
import { suiteRun } from "../suite-run.ts";
import { canRun, choose, commandOf, folder, USAGE } from "./agents.ts";
import { falseAlarms, judge } from "./judgement.ts";

/** Of the faults that are tried, this many must be found, and this many named by the right clause first. */
const MUST_FIND = 0.98;
const MUST_NAME = 0.95;

const { trials, whole, atOnce, json } = chosen();
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(130));

const rows = [];
const waiting = trials.filter(({ agent }) => canRun(agent));
/** Tried again, one at a time, when all others are through. */
const undecided = [];
for (const name of new Set(trials.filter((one) => !waiting.includes(one)).map(({ agent }) => agent.name)))
  console.log(`${name}: not run, since this machine lacks its language`);
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
  const { outcome, agent, fault = "without a fault", clauses = "", lines } = row;
  console.log(`${outcome.padEnd(11)} ${agent} ${fault}  ${clauses}`);
  for (const line of lines) console.log(`            ${line}`);
  if (json !== undefined) writeFileSync(json, `${JSON.stringify(rows, undefined, 1)}\n`);
}

async function tried({ agent, fault }) {
  if (fault === undefined) {
    const alarms = falseAlarms(await reportOn(agent, fault, whole ? [] : ["--quick"]));
    return { agent: agent.name, outcome: alarms.length === 0 ? "no alarm" : "false alarm", lines: alarms };
  }
  const only = (await checksFor(agent.role, fault)).flatMap((id) => ["--only", id]);
  const { outcome, first } = judge(await reportOn(agent, fault, only), fault);
  const lines = outcome === "misnamed" ? [first] : [];
  return { agent: agent.name, fault: fault.id, clauses: fault.clauses.join(" "), outcome, lines, first };
}

async function reportOn(agent, fault, options) {
  return (await suiteRun(agent.role, commandOf(agent, fault), { cwd: folder, options })).report;
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
  process.exitCode = tries > 0 && isFound && isNamed && alarms.length === 0 ? 0 : 1;
}
