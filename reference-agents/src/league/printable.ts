/** Names come from other machines, and must not contain control characters for the terminal. */
export function printable(text: string): string {
  return text.replace(/\p{C}/gu, "?");
}
