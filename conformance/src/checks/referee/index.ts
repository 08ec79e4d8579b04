/** All checks of a referee, by file. */
import type { RefereeFixture } from "../../fixtures/member-fixtures.js";
import type { Check } from "../../types.js";
import { assignmentChecks } from "./assignment.js";
import { choiceChecks } from "./choice.js";
import { drawChecks } from "./draw.js";
import { invitationChecks } from "./invitation.js";
import { lifeChecks } from "./life.js";
import { lossChecks } from "./loss.js";
import { overChecks } from "./over.js";
import { parallelChecks } from "./parallel.js";
import { registrationChecks } from "./registration.js";
import { reportChecks } from "./report.js";

export const refereeChecks: Readonly<Record<string, readonly Check<RefereeFixture>[]>> = {
  assignment: assignmentChecks,
  choice: choiceChecks,
  draw: drawChecks,
  invitation: invitationChecks,
  life: lifeChecks,
  loss: lossChecks,
  over: overChecks,
  parallel: parallelChecks,
  registration: registrationChecks,
  report: reportChecks,
};
