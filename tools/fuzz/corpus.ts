/** Requests that found a fault earlier. They are stored in files and sent in each test run. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { HttpRequest, Role } from "@league-v2/sdk";
import type { Finding } from "./fuzz.ts";

export interface CorpusEntry {
  readonly role: Role;
  /** The kind of the answer. */
  readonly found: string;
  readonly request: HttpRequest;
}

/** The content of a file; bytes that are not text are in base64. */
interface Stored extends Omit<CorpusEntry, "request"> {
  readonly request: Omit<HttpRequest, "body"> & { readonly text?: string; readonly base64?: string };
}

export function readCorpus(folder: string): CorpusEntry[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .sort()
    .map((name) => {
      const stored = JSON.parse(readFileSync(join(folder, name), "utf8")) as Stored;
      const { text, base64, ...request } = stored.request;
      const body = text ?? new Uint8Array(Buffer.from(base64 ?? "", "base64"));
      return { ...stored, request: { ...request, body } };
    });
}

/** @returns the path of the new file */
export function keep(folder: string, name: string, { role, fault, request }: Finding): string {
  const { body, ...rest } = request;
  const stored: Stored = {
    role,
    found: fault,
    request: {
      ...rest,
      ...(typeof body === "string" ? { text: body } : { base64: Buffer.from(body).toString("base64") }),
    },
  };
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${name}.json`);
  writeFileSync(path, `${JSON.stringify(stored, null, 2)}\n`);
  return path;
}
