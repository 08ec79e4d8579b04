/** A log never holds a token (contract 9, 10): neither as a field, nor inside of quoted text. */

const secretField = "auth_token";
const replacement = "[redacted]";

/** `"auth_token": "…"` in quoted JSON, however often it was quoted. */
const secretInText = /(auth_token(?:\\*["'])?\s*[:=]\s*(?:\\*["'])?)([^"'\\\s,}]+)/gi;

export function redactText(text: string): string {
  return text.includes(secretField) ? text.replace(secretInText, `$1${replacement}`) : text;
}

/** A copy of the value in which every token is replaced, at any depth. */
export function redact(value: unknown): unknown {
  if (typeof value === "string") return redactText(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(redact);
  const entries = Object.entries(value).map(([key, member]) => [
    key,
    key === secretField && member !== null ? replacement : redact(member),
  ]);
  return Object.fromEntries(entries);
}
