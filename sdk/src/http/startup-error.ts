/** Why an agent could not start (contract 5, start-up errors). */
export type StartupErrorName =
  | "PORT_IN_USE"
  | "INVALID_CONFIG"
  | "DATA_INIT_FAILED"
  | "GAME_RULES_LOAD_FAILED"
  | "REGISTRATION_FAILED"
  | "REGISTRATION_REJECTED";

/** An agent could not start. Print `message` and `hint` in one line, and exit with a non-zero status. */
export class StartupError extends Error {
  override readonly name: StartupErrorName;
  /** The remedy for the user who started it. */
  readonly hint: string;

  constructor(name: StartupErrorName, message: string, hint: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = name;
    this.hint = hint;
  }
}
