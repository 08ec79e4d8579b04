/** Which checks come first, in a run that may be cut and in its report: those that say whether the agent can play. */
import type { RegisteredCheck } from "../../checks/registry.js";
import type { Verdict } from "../../types.js";

/** Checks that may leave an agent unable to go on. */
const LATE = ["negative", "impostor", "limit", "robustness"];

/** Of those that may end the agent, these leave it running. */
const LEAVES_RUNNING = ["robustness", "start", "restart"];
/** These end the agent: each needs another instance. */
const ENDS = ["end", "life"];

const LEVELS = ["must", "should", "may"] as const;

/** In the order of the protocol: what fails at one step is rarely the cause of what failed before it. */
const PROTOCOL_ORDER = [
  "wire",
  "registration",
  "start",
  "schedule",
  "rounds",
  "matches",
  "assignment",
  "invitation",
  "join",
  "choice",
  "draw",
  "over",
  "report",
  "results",
  "standings",
  "queries",
  "acknowledgement",
  "end",
];

/** The plain case before what is made of it: an agent that answers notifications answers those in a batch too. */
const TRANSPORT_ORDER = ["response", "id", "notification", "batch", "error"];

/** Whether the instance on which it runs serves no further check. */
export function endsTheAgent({ group, check }: RegisteredCheck): boolean {
  return check.needs?.last === true && ENDS.includes(group);
}

/** When it runs: the lower the sooner. As in a report, and last what may leave the agent unable to go on. */
export function rankOf(one: RegisteredCheck): number {
  const { group, side, check } = one;
  if (check.needs?.last === true) {
    const place = LEAVES_RUNNING.indexOf(group);
    return place >= 0 ? place : LEAVES_RUNNING.length + Number(ENDS.includes(group));
  }
  // A player's answers to errors of a referee are no part of the transport.
  return placeInReport(one) + (group === "error" && side !== "transport" ? 1_000 : 0);
}

/**
 * Where a report has a check: the lower the sooner. Checks of the transport come behind those of the role. What is wrong in a
 * message comes before all else, since what does not happen may follow from it.
 */
export function placeInReport({ group, level, side, check }: RegisteredCheck, verdict?: Verdict): number {
  const isBroken = verdict === "fail" || verdict === "warn";
  const step = PROTOCOL_ORDER.indexOf(group);
  const late = LATE.indexOf(group);
  const isOfRole = side !== "transport" || group === "wire";
  const base = TRANSPORT_ORDER.indexOf(group);
  const behindRole = 1 + (base >= 0 ? base : TRANSPORT_ORDER.length);
  const known = isOfRole && step >= 0 ? step : PROTOCOL_ORDER.length + (isOfRole ? 0 : behindRole);
  const place = late >= 0 ? PROTOCOL_ORDER.length + TRANSPORT_ORDER.length + 2 + late : known;
  const ofMessages = isBroken && check.needs?.observes === true ? -1_000 : 0;
  return ofMessages + place * LEVELS.length + LEVELS.indexOf(level);
}
