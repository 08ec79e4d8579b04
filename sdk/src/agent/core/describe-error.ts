/** Describes a thrown value of any kind; never throws. */
export function describeError(error: unknown): string {
  try {
    return error instanceof Error ? error.message : String(error);
  } catch {
    return "something that cannot be put into words";
  }
}
