/** The contract's OpenRPC document without `$ref`s, for peers that are given a document or a JSON Schema. */
import { createRequire } from "node:module";
import { dereferenced } from "../../codegen/test/dereferenced.ts";

interface Method {
  readonly name: string;
  readonly params: readonly { readonly name: string }[];
  readonly result?: { readonly schema: object };
  /** The schema of all params together. */
  readonly "x-message": object;
}

export const document: { readonly methods: readonly Method[] } = dereferenced(
  createRequire(import.meta.url)("@league-v2/contract/openrpc/canonical.json"),
);

export function methodNamed(name: string): Method {
  const method = document.methods.find((candidate) => candidate.name === name);
  if (method === undefined) throw new Error(`the contract has no method ${name}`);
  return method;
}
