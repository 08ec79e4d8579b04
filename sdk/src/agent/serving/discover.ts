/** `rpc.discover`: the methods of the OpenRPC document that a role serves (contract 1). */
import type { Role } from "../../domain/role.js";

interface Discoverable {
  readonly methods: readonly { readonly "x-direction"?: { readonly to: readonly string[] } }[];
}

/** The document is loaded on the first call. */
export async function discover(role: Role): Promise<object> {
  const { openrpc } = await import("@league-v2/contract/canonical/openrpc");
  const document: Discoverable = openrpc;
  return {
    ...document,
    methods: document.methods.filter((method) => method["x-direction"]?.to.includes(role) ?? true),
  };
}
