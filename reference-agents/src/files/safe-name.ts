/** Ids come from other machines; a file name made of one must stay inside its folder. */

/** The same id always gives the same name, different ids give different names, and plain ids stay as they are. */
export function safeName(id: string): string {
  const encoded = [...new TextEncoder().encode(id)]
    .map((byte) => (isPlain(byte) ? String.fromCharCode(byte) : hexOf(byte)))
    .join("");
  return encoded.replace(/^\./, "%2E") || "%";
}

function isPlain(byte: number): boolean {
  return /[A-Za-z0-9._-]/.test(String.fromCharCode(byte));
}

function hexOf(byte: number): string {
  return `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
}
