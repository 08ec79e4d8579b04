/** Every mutant of the suite. */

import { laterMessagesMutants } from "./later-messages.js";
import { managerAdmissionMutants } from "./manager/admission.js";
import { managerAuthorisationMutants } from "./manager/authorisation.js";
import { managerFailuresMutants } from "./manager/failures.js";
import { managerLifecycleMutants } from "./manager/lifecycle.js";
import { managerRegistrationMutants } from "./manager/registration.js";
import { managerReportsMutants } from "./manager/reports.js";
import { managerRestartMutants } from "./manager/restart.js";
import { managerResultsMutants } from "./manager/results.js";
import { managerRoundsMutants } from "./manager/rounds.js";
import { managerScheduleMutants } from "./manager/schedule.js";
import { managerStandingsMutants } from "./manager/standings.js";
import type { Mutant } from "./mutant.js";
import { playerChoiceMutants } from "./player/choice.js";
import { playerErrorsMutants } from "./player/errors.js";
import { playerImpostorsMutants } from "./player/impostors.js";
import { playerJoinMutants } from "./player/join.js";
import { playerLifecycleMutants } from "./player/lifecycle.js";
import { playerRegistrationMutants } from "./player/registration.js";
import { playerSpecialCasesMutants } from "./player/special-cases.js";
import { playerStatesMutants } from "./player/states.js";
import { refereeAssignmentMutants } from "./referee/assignment.js";
import { refereeChoiceMutants } from "./referee/choice.js";
import { refereeFailuresMutants } from "./referee/failures.js";
import { refereeInvitationMutants } from "./referee/invitation.js";
import { refereeLifecycleMutants } from "./referee/lifecycle.js";
import { refereeOutcomeMutants } from "./referee/outcome.js";
import { refereeRegistrationMutants } from "./referee/registration.js";
import { refereeRepliesMutants } from "./referee/replies.js";
import { refereeRetriesMutants } from "./referee/retries.js";
import { refereeSpecialCasesMutants } from "./referee/special-cases.js";
import { transportEnvelopeMutants } from "./transport/envelope.js";
import { transportHttpMutants } from "./transport/http.js";
import { transportRequestsMutants } from "./transport/requests.js";
import { transportResponsesMutants } from "./transport/responses.js";
import { transportServicesAndCallsMutants } from "./transport/services-and-calls.js";

const MUTANTS: readonly (readonly Mutant[])[] = [
  laterMessagesMutants,
  playerRegistrationMutants,
  playerJoinMutants,
  playerChoiceMutants,
  playerStatesMutants,
  playerImpostorsMutants,
  playerErrorsMutants,
  playerLifecycleMutants,
  playerSpecialCasesMutants,
  refereeAssignmentMutants,
  refereeChoiceMutants,
  refereeRetriesMutants,
  refereeOutcomeMutants,
  refereeFailuresMutants,
  refereeInvitationMutants,
  refereeLifecycleMutants,
  refereeRegistrationMutants,
  refereeRepliesMutants,
  refereeSpecialCasesMutants,
  managerAdmissionMutants,
  managerFailuresMutants,
  managerLifecycleMutants,
  managerRestartMutants,
  managerScheduleMutants,
  managerRoundsMutants,
  managerStandingsMutants,
  managerResultsMutants,
  managerReportsMutants,
  managerAuthorisationMutants,
  managerRegistrationMutants,
  transportResponsesMutants,
  transportEnvelopeMutants,
  transportRequestsMutants,
  transportHttpMutants,
  transportServicesAndCallsMutants,
];

/** Sorted by id. */
export async function loadMutants(): Promise<Mutant[]> {
  const ids = new Set<string>();
  for (const { id } of MUTANTS.flat()) {
    if (ids.has(id)) throw new Error(`two mutants have the id ${id}`);
    ids.add(id);
  }
  return MUTANTS.flat().toSorted((a, b) => (a.id < b.id ? -1 : 1));
}
