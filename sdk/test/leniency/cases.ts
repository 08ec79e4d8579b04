/** What our agents accept only out of leniency: each case is accepted by default, and refused by `strict`. */
export interface Case {
  readonly isAccepted: (strict: boolean) => Promise<boolean>;
}

/** By what is accepted, in words. */
export type Cases = Readonly<Record<string, Case>>;

/** @param isAccepted rejects where an agent is not admitted at all */
export const both = (isAccepted: Case["isAccepted"]): Case => ({
  isAccepted: (strict) => isAccepted(strict).catch(() => false),
});
