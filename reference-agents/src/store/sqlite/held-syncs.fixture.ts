/** Syncs that end when a test says so. */
import { open } from "node:fs/promises";
import { expect, vi } from "vitest";

/** Holds every `datasync` of a file handle until the test continues it; `vi.restoreAllMocks` ends it. */
export async function heldSyncs(folder: string) {
  const handle = await open(folder, "r");
  const waiting: { readonly resolve: () => void; readonly reject: (error: Error) => void }[] = [];
  vi.spyOn(Object.getPrototypeOf(handle), "datasync").mockImplementation(
    () => new Promise<void>((resolve, reject) => waiting.push({ resolve, reject })),
  );
  await handle.close();
  const begun = (count: number) => vi.waitFor(() => expect(waiting).toHaveLength(count));
  return { waiting, begun };
}
