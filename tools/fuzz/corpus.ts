/** Requests that found a fault earlier. They are stored in files and sent in each test run. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { HttpRequest, Role } from "@league-v2/sdk";
import type { Finding } from "./fuzz.ts";

export interface CorpusEntry {
  readonly role: Role;
  /** The kind of the answer. */
  readonly found: string;
  /** Sent one after the other. */
  readonly requests: readonly HttpRequest[];
}

/** The content of a file; bytes that are not text are in base64. */
interface Stored extends Omit<CorpusEntry, "requests"> {
  readonly requests: readonly (Omit<HttpRequest, "body"> & {
    readonly text?: string;
    readonly base64?: string;
  })[];
}

export function readCorpus(folder: string): CorpusEntry[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .sort()
    .map((name) => {
      const stored = JSON.parse(readFileSync(join(folder, name), "utf8")) as Stored;
      const requests = stored.requests.map(({ text, base64, ...request }) => ({
        ...request,
        body: text ?? new Uint8Array(Buffer.from(base64 ?? "", "base64")),
      }));
      return { ...stored, requests };
    });
}

/** @returns the path of the new file */
export function keep(folder: string, name: string, { role, fault, requests }: Finding): string {
  const stored: Stored = {
    role,
    found: fault,
    requests: requests.map(({ body, ...rest }) => ({
      ...rest,
      ...(typeof body === "string" ? { text: body } : { base64: Buffer.from(body).toString("base64") }),
    })),
  };
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${name}.json`);
  writeFileSync(path, `${JSON.stringify(stored, null, 2)}\n`);
  return path;
}
