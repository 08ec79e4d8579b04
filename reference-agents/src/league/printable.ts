/** Names come from other machines, and must not command the terminal. */
export function printable(text: string): string {
  return text.replace(/\p{C}/gu, "?");
}
