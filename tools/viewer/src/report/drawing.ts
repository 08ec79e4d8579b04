/** The data of a conformance report for the page: conversations, ready to be drawn. */

export interface ReportStep {
  /** Index in the transcript, from 0. */
  readonly step: number;
  readonly at: number;
  readonly kind: "call" | "answer" | "note";
  readonly from: string;
  readonly to: string;
  readonly label: string;
  /** HTTP status, and the time since the request. */
  readonly note: string | null;
  /** The violation that the check found in it. */
  readonly remark: string | null;
  readonly isFailure: boolean;
}

export interface ReportConversation {
  /** Names of the senders, from left to right. */
  readonly lanes: readonly string[];
  /** A long conversation shows its beginning and its end. */
  readonly steps: readonly ReportStep[];
}

/** The body of a step: JSON, or bytes as text. */
export interface ReportMessage {
  readonly json?: unknown;
  readonly bytes?: string;
  readonly note?: string;
}

export interface ReportDrawing {
  readonly tested: ReportConversation;
  /** The same check on the reference agent. */
  readonly reference: (ReportConversation & { readonly messages: readonly ReportMessage[] }) | null;
  /** The first difference: indexes in the transcripts, from 0, and a sentence. */
  readonly difference: {
    readonly step: number | null;
    readonly referenceStep: number | null;
    readonly text: string;
  } | null;
}

/** Embedded in the page as JSON. Messages of the tested agent are those of the report. */
export interface ReportPageData {
  readonly report: {
    readonly checks: readonly { readonly id: string; readonly transcript: readonly ReportMessage[] }[];
  };
  /** By the ids of the checks that have a transcript. */
  readonly drawings: { readonly [check: string]: ReportDrawing };
}
