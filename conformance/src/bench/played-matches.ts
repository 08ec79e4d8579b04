/** Matches that were played once in a run and are looked at by several checks. */
import type { MatchObservation } from "../peers/match-observation.js";
import type { Transcript } from "../transcript.js";
import type { TranscriptEntry } from "../types.js";

export class PlayedMatches {
  /** What they have in common, for the transcript. */
  readonly label: string;
  readonly matches: readonly MatchObservation[];
  private readonly transcript: Transcript;
  private texts: string[] | undefined;

  constructor(label: string, matches: readonly MatchObservation[], transcript: Transcript) {
    this.label = label;
    this.matches = matches;
    this.transcript = transcript;
  }

  /** How many messages of the agent were heard while they were played. */
  get heard(): number {
    return this.transcript.heard;
  }

  /** What was said about one of them. */
  entriesAbout({ matchId }: MatchObservation): TranscriptEntry[] {
    const { entries } = this.transcript;
    this.texts ??= entries.map(({ json, bytes }) => bytes ?? JSON.stringify(json) ?? "");
    const name = `"${matchId}"`;
    return entries.filter((_, index) => this.texts?.[index]?.includes(name));
  }
}
