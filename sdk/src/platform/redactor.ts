/** Removes tokens from logged and stored data (contract 9, 10): from fields, from quoted text, and under other names. */
import { learnSecret, shortestSecret } from "./log.js";

const secretField = "auth_token";
const replacement = "[redacted]";

/** `"auth_token": "…"` in quoted JSON, at any level of quoting. */
const secretInText = /(auth_token(?:\\*["'])?\s*[:=]\s*(?:\\*["'])?)([^"'\\\s,}]+)/gi;

/** A token in the form of the contract, in a text about tokens, such as an error message. */
const tokenForm = /[0-9a-f]{32,}/gi;

/** Removes tokens from texts and values, for logs and records. */
export class Redactor {
  readonly #secrets: Set<string>;

  /** @param secrets the known secrets */
  constructor(secrets: Set<string> = new Set()) {
    this.#secrets = secrets;
  }

  /** Adds a secret, which is removed from every text. */
  learn(token: string | null | undefined): void {
    learnSecret(this.#secrets, token);
  }

  text(text: string): string {
    if (!text.includes(secretField)) return this.#withoutSecrets(text);
    const named = text.replace(secretInText, `$1${replacement}`).replace(tokenForm, replacement);
    return this.#withoutSecrets(named);
  }

  /** A copy with every token replaced, at any depth; its tokens are added to the secrets. */
  value(value: unknown): unknown {
    this.#learnFrom(value);
    return this.#redacted(value);
  }

  /** The same for a message, whose own token is removed. */
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
