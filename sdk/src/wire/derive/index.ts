/** Wire forms that no profile describes, derived from a peer's descriptions of itself and from its first messages. */
import { derivedName, deriveForm } from "./derive-form.js";
import { probe } from "./probe.js";
import type { Derived, DeriveOptions } from "./types.js";

export { canPlay } from "./can-play.js";
export { deriveForm } from "./derive-form.js";
export {
  bundledFormOf,
  describeExamination,
  playCommand,
  testCommand,
} from "./describe-examination.js";
export { type ErrorHints, hintsOf } from "./error-hints.js";
export type { Examination, ExamineOptions } from "./examination.js";
export { examine } from "./examine.js";
export { standsFor } from "./method-names.js";
export { strictTimeStyles } from "./peer-conventions.js";
export { typeOfPeer } from "./peer-messages.js";
export { defaultBudget, type Probed, probe } from "./probe.js";
export { rebase } from "./rebase.js";
export type { Budget, Derivation, Derived, DeriveOptions, Exchange, Role } from "./types.js";

/**
 * Asks a peer for its descriptions and derives the form of messages to it. Only requests without an effect are
 * sent: descriptions, a query of its state, and calls of a method that no agent has. It takes at most a second and 20
 * requests. With `seen`, refused calls among them, a second derivation has more evidence than the first.
 * @returns undefined if the form cannot be distinguished from the canonical one
 */
export async function deriveProfile(options: DeriveOptions): Promise<Derived | undefined> {
  const { answers } = await probe(options);
  const exchanges = [...(options.seen ?? []), ...answers];
  const derived = deriveForm(derivedName(options.url), options.role, exchanges);
  return derived && { ...derived, exchanges, requests: answers.length };
}
