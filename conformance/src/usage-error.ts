/** The command line asks for something that cannot be: exit status 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
