/** Matches that were played once in a run and are looked at by several checks. */
import type { MatchObservation } from "../peers/match-observation.js";
import type { TranscriptEntry } from "../types.js";
import type { Done } from "./observations.js";

export class PlayedMatches {
  readonly done: Done<readonly MatchObservation[]>;

  constructor(done: Done<readonly MatchObservation[]>) {
    this.done = done;
  }

  get matches(): readonly MatchObservation[] {
    return this.done.value;
  }

  /** What was said about one of them. */
  entriesAbout({ matchId }: MatchObservation): readonly TranscriptEntry[] {
    return this.done.transcript.mentioning([`"${matchId}"`]);
  }
}
