/** The place of a league's store as a user writes it: `memory`, `sqlite:FILE` or `postgres://…`. */

export type StorePlace =
  | { readonly kind: "memory" }
  | { readonly kind: "sqlite"; readonly file: string }
  | { readonly kind: "postgres"; readonly url: string };

/** Null for any other text. */
export function storePlace(written: string): StorePlace | null {
  if (written === "memory") return { kind: "memory" };
  const file = /^sqlite:(.+)$/.exec(written)?.[1];
  if (file !== undefined) return { kind: "sqlite", file };
  const isPostgres = /^postgres(ql)?:\/\//.test(written) && URL.canParse(written);
  return isPostgres ? { kind: "postgres", url: written } : null;
}
