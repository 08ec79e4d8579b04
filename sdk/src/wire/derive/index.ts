/** Wire forms that no profile describes, derived from a peer's descriptions of itself and from its messages. */
export { deriveForm } from "./derive-form.js";
export type { Derivation, Exchange, Role } from "./types.js";
