/** What is logged or kept never holds a token (contract 9, 10): neither as a field, nor in quoted text, nor under another name. */
import { learnSecret, shortestSecret } from "./secrets.js";

const secretField = "auth_token";
const replacement = "[redacted]";

/** `"auth_token": "…"` in quoted JSON, however often it was quoted. */
const secretInText = /(auth_token(?:\\*["'])?\s*[:=]\s*(?:\\*["'])?)([^"'\\\s,}]+)/gi;

/** A token in the form of the contract, in a text about tokens, such as an error message. */
const tokenForm = /[0-9a-f]{32,}/gi;

export class Redactor {
  readonly #secrets: Set<string>;

  /** @param secrets those that are known already */
  constructor(secrets: Set<string> = new Set()) {
    this.#secrets = secrets;
  }

  /** From now on this is a secret, wherever it stands. */
  learn(token: string | null | undefined): void {
    learnSecret(this.#secrets, token);
  }

  text(text: string): string {
    if (!text.includes(secretField)) return this.#withoutSecrets(text);
    const named = text.replace(secretInText, `$1${replacement}`).replace(tokenForm, replacement);
    return this.#withoutSecrets(named);
  }

  /** A copy in which every token is replaced, at any depth; the tokens in it are secrets from now on. */
  value(value: unknown): unknown {
    this.#learnFrom(value);
    return this.#redacted(value);
  }

  /** The same for a message, whose own token is left out. */
  message(message: object): object {
    this.#learnFrom(message);
    const { [secretField]: _secret, ...rest } = message as { [secretField]?: unknown };
    return this.#redacted(rest) as object;
  }

  #learnFrom(value: unknown): void {
    if (typeof value !== "object" || value === null) return;
    for (const [key, member] of Object.entries(value)) {
      if (key === secretField && typeof member === "string") this.learn(member);
      else this.#learnFrom(member);
    }
  }

  #redacted(value: unknown): unknown {
    if (typeof value === "string") return this.text(value);
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return value.map((member) => this.#redacted(member));
    const entries = Object.entries(value).map(([key, member]) => [
      this.#withoutSecrets(key),
      key === secretField && member !== null ? replacement : this.#redacted(member),
    ]);
    return Object.fromEntries(entries);
  }

  #withoutSecrets(text: string): string {
    if (text.length < shortestSecret) return text;
    let clean = text;
    for (const secret of this.#secrets) {
      if (clean.includes(secret)) clean = clean.replaceAll(secret, replacement);
    }
    return clean;
  }
}
