/** The viewer with a league inside, as one file. */
import { resolve } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { writeAtomically } from "@league-v2/sdk/node";
import { eventsOf, pageWith, savedEvents } from "@league-v2/viewer";
import page from "@league-v2/viewer/page";
import type { Recording } from "@league-v2/viewer/record";

const packed = promisify(gzip);

/** @returns the absolute path. @param folder what a relative path starts from */
export async function savePage(recording: Recording, file: string, folder: string): Promise<string> {
  const path = resolve(folder, file);
  await writeAtomically(path, pageWith(page, await savedEvents(eventsOf(recording), (text) => packed(text))));
  return path;
}
