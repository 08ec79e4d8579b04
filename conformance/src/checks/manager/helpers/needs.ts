/** What a league manager has broken whose league does not come to its end, though its agents behave well. */
export const NO_END: readonly string[] = [
  "LM-START-01",
  "LM-SCHED-01",
  "LM-SCHED-03",
  "LM-ROUND-01",
  "LM-MATCH-01",
  "LM-RES-01",
  "LM-END-01",
];

/** Of a match that is over for the manager before its referee has reported it. */
export const FALSE_REPORT_BELIEVED: readonly string[] = ["LM-RES-04", "LM-RES-05", "LM-RES-06", "LM-RES-07"];

/** Of a report that is refused: the answer to the report, or the match that it must name has no name of the contract. */
export const REPORT_TAKEN: readonly string[] = ["LM-RES-01", "LM-SCHED-03"];

/** What a manager must do for a match to be given to a referee. */
export const NO_ASSIGNMENT: readonly string[] = ["LM-START-01", "LM-ROUND-01", "LM-MATCH-01"];
