import { StartupError } from "@league-v2/sdk";

/** The content of a store's file is damaged. */
export class DamagedStore extends StartupError {
  constructor(message: string, hint: string, cause?: unknown) {
    super("DATA_INIT_FAILED", message, hint, cause);
  }
}

/** The store of a league cannot be used. @param hint what the user can do */
export function storeFault(message: string, hint: string, cause?: unknown): StartupError {
  return new StartupError("DATA_INIT_FAILED", message, hint, cause);
}
