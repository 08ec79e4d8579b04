/** All checks of a manager, by file. */
import type { ManagerFixture } from "../../fixtures/manager-fixture.js";
import type { Check } from "../../types.js";
import { aliveChecks } from "./alive.js";
import { endChecks } from "./end.js";
import { matchesChecks } from "./matches.js";
import { queriesChecks } from "./queries.js";
import { registrationChecks } from "./registration.js";
import { restartChecks } from "./restart.js";
import { resultsChecks } from "./results.js";
import { roundsChecks } from "./rounds.js";
import { scheduleChecks } from "./schedule.js";
import { standingsChecks } from "./standings.js";
import { startChecks } from "./start.js";

export const managerChecks: Readonly<Record<string, readonly Check<ManagerFixture>[]>> = {
  alive: aliveChecks,
  end: endChecks,
  matches: matchesChecks,
  queries: queriesChecks,
  registration: registrationChecks,
  restart: restartChecks,
  results: resultsChecks,
  rounds: roundsChecks,
  schedule: scheduleChecks,
  standings: standingsChecks,
  start: startChecks,
};
