/** All checks of a player, by file. */
import type { PlayerBench } from "../../bench/player-bench.js";
import type { Check } from "../../types.js";
import { acknowledgementChecks } from "./acknowledgement.js";
import { choiceChecks } from "./choice.js";
import { choiceAcrossMatchesChecks } from "./choice-across-matches.js";
import { endChecks } from "./end.js";
import { errorChecks } from "./error.js";
import { impostorChecks } from "./impostor.js";
import { joinChecks } from "./join.js";
import { negativeChecks } from "./negative.js";
import { registrationChecks } from "./registration.js";
import { registrationAttemptsChecks } from "./registration-attempts.js";
import { restartChecks } from "./restart.js";
import { sessionChecks } from "./session.js";

export const playerChecks: Readonly<Record<string, readonly Check<PlayerBench>[]>> = {
  acknowledgement: acknowledgementChecks,
  "choice-across-matches": choiceAcrossMatchesChecks,
  choice: choiceChecks,
  end: endChecks,
  error: errorChecks,
  impostor: impostorChecks,
  join: joinChecks,
  negative: negativeChecks,
  "registration-attempts": registrationAttemptsChecks,
  registration: registrationChecks,
  restart: restartChecks,
  session: sessionChecks,
};
