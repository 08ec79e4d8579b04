/** What was thrown, in words; whatever it was, this does not throw. */
export function describeError(error: unknown): string {
  try {
    return error instanceof Error ? error.message : String(error);
  } catch {
    return "something that cannot be put into words";
  }
}
