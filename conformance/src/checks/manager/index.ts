/** All checks of a manager, by file. */
import type { ManagerFixture } from "../../fixtures/manager-fixture.js";
import type { Check } from "../../types.js";
import { aliveChecks } from "./alive.js";
import { endChecks } from "./end.js";
import { matchesChecks } from "./matches.js";
import { matchesFailedChecks } from "./matches-failed.js";
import { queriesChecks } from "./queries.js";
import { registrationChecks } from "./registration.js";
import { registrationRejectionsChecks } from "./registration-rejections.js";
import { registrationTokensChecks } from "./registration-tokens.js";
import { restartChecks } from "./restart.js";
import { resultsChecks } from "./results.js";
import { resultsRefusedChecks } from "./results-refused.js";
import { roundsChecks } from "./rounds.js";
import { roundsAnnouncedChecks } from "./rounds-announced.js";
import { scheduleChecks } from "./schedule.js";
import { standingsChecks } from "./standings.js";
import { startChecks } from "./start.js";

export const managerChecks: Readonly<Record<string, readonly Check<ManagerFixture>[]>> = {
  alive: aliveChecks,
  end: endChecks,
  "matches-failed": matchesFailedChecks,
  matches: matchesChecks,
  queries: queriesChecks,
  "registration-rejections": registrationRejectionsChecks,
  "registration-tokens": registrationTokensChecks,
  registration: registrationChecks,
  restart: restartChecks,
  "results-refused": resultsRefusedChecks,
  results: resultsChecks,
  "rounds-announced": roundsAnnouncedChecks,
  rounds: roundsChecks,
  schedule: scheduleChecks,
  standings: standingsChecks,
  start: startChecks,
};
