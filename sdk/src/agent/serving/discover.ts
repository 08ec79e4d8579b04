/** `rpc.discover`: the methods of the OpenRPC document that a role serves (contract 1). */
import type { Role } from "../../domain/role.js";

/** The document is loaded on the first call. */
export async function discover(role: Role): Promise<object> {
  const { default: document } = await import("@league-v2/contract/openrpc/canonical.json", {
    with: { type: "json" },
  });
  const isFor = ({ "x-direction": direction }: (typeof document.methods)[number]) =>
    (direction as { readonly to: readonly string[] } | undefined)?.to.includes(role) ?? true;
  return { ...document, methods: document.methods.filter(isFor) };
}
