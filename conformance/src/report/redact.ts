/** Shorter values are hidden only in place, because they may be ordinary words elsewhere. */
const LEARNABLE_LENGTH = 16;
const MAX_DEPTH = 100;
const MAX_TEXT = 64 * 1024;

/** `"auth_token": "…"` in JSON text, also in JSON that is escaped inside of other JSON (group 2 = its backslashes). */
const TOKEN_IN_TEXT = /(auth_token(\\*)["']\s*:\s*\2["'])(.*?)(?=(?<!\\)\2["']|$)/gis;
const BARE_TOKEN = /(auth_token\\*["']?\s*[:=]\s*)([^\s"'\\,;&}\]]+)/gi;
const AUTHORIZATION_IN_TEXT = /(authorization\\*["']?\s*:\s*\\*["']?)(?:([a-z]+)[ \t]+)?([^\r\n"'\\]+)/gi;
/** `auth_token of GAME_JOIN_ACK is "…"; expected "…"`, as in verdicts: the expected value may occur nowhere else. */
const TOKEN_IN_SENTENCE =
  /(\bauth_token\b[^"]* is ")((?=[^"]*\d)[\w.~+/=-]{16,})("(?:; expected ")?)((?=[^"]*\d)[\w.~+/=-]{16,})?/g;
const BEARER = /\b(bearer\s+)([\w.~+/-]{12,}=*)/gi;

/**
 * Removes secrets from the event stream, before every reporter.
 *
 * Values of `auth_token` and of Authorization headers are replaced by `[token 1]`, `[token 2]`, …, the same number for
 * the same value, so that a reader still sees whether two messages had the same token. A long value that was a token
 * once is also replaced everywhere else (an agent may repeat it in an error text). Nesting is cut at 100 levels and
 * texts at 64 KiB, so that a hostile reply cannot break a report.
 */
export function createRedactor(): <T>(value: T) => T {
  const names = new Map<string, string>();

  function nameOf(secret: string): string {
    const known = names.get(secret);
    if (known !== undefined) return known;
    const name = `[token ${names.size + 1}]`;
    names.set(secret, name);
    return name;
  }

  /** A value that is already a replacement is from an earlier pass; an empty one is not replaced. */
  function hidden(secret: string): string {
    return secret === "" || /^\[token \d+\]$/.test(secret) ? secret : nameOf(secret);
  }

  function text(value: string): string {
    let clean = value;
    if (/auth/i.test(clean)) {
      clean = clean
        .replace(TOKEN_IN_TEXT, (_all, before: string, _slashes, secret: string) => before + hidden(secret))
        .replace(BARE_TOKEN, (all, before: string, secret: string) => bare(all, before, secret))
        .replace(AUTHORIZATION_IN_TEXT, (_all, before: string, scheme: string | undefined, secret: string) =>
          scheme === undefined ? before + hidden(secret) : `${before}${scheme} ${hidden(secret)}`,
        )
        .replace(
          TOKEN_IN_SENTENCE,
          (_all, before: string, received: string, between: string, expected = "") =>
            before + hidden(received) + between + hidden(expected),
        );
    }
    return clean.replace(BEARER, (_all, before: string, secret: string) => before + hidden(secret));
  }

  /** Without quotes only text in the format of a token is replaced: "auth_token: missing" is a sentence. */
  function bare(all: string, before: string, secret: string): string {
    return /^[^[].*\d/.test(secret) || secret.length >= LEARNABLE_LENGTH ? before + hidden(secret) : all;
  }

  function secretMember(key: string, value: unknown): unknown {
    if (value === null || value === "") return value;
    if (typeof value !== "string") return `[token as ${Array.isArray(value) ? "array" : typeof value}]`;
    const scheme = key === "auth_token" ? null : /^([a-z]+) +(.+)$/is.exec(value);
    return scheme === null ? hidden(value) : `${scheme[1]} ${hidden(scheme[2] ?? "")}`;
  }

  /** First pass: hides values that are marked as secrets, and stores them. */
  function marked(value: unknown, depth: number): unknown {
    if (typeof value === "string") return text(value);
    if (typeof value !== "object" || value === null) return value;
    if (depth > MAX_DEPTH) return `[nested deeper than ${MAX_DEPTH} levels]`;
    if (Array.isArray(value)) return value.map((item) => marked(item, depth + 1));
    // fromEntries defines members instead of assigning them: a `__proto__` in an agent's JSON stays a plain member.
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) =>
        isSecret(key)
          ? [key, secretMember(key.toLowerCase(), member)]
          : [text(key), marked(member, depth + 1)],
      ),
    );
  }

  /** Second pass: hides stored secrets everywhere, and cuts long texts. */
  function scrubbed(value: unknown, secrets: RegExp | undefined): unknown {
    if (typeof value === "string") return scrubbedText(value, secrets);
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return value.map((item) => scrubbed(item, secrets));
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [scrubbedText(key, secrets), scrubbed(member, secrets)]),
    );
  }

  function scrubbedText(value: string, secrets: RegExp | undefined): string {
    const mayHoldOne = secrets !== undefined && value.length >= LEARNABLE_LENGTH;
    const clean = mayHoldOne ? value.replace(secrets, nameOf) : value;
    return clean.length <= MAX_TEXT
      ? clean
      : `${clean.slice(0, MAX_TEXT)}… (${clean.length - MAX_TEXT} more)`;
  }

  return <T>(value: T) => {
    const clean = marked(value, 0);
    return scrubbed(clean, anyOf([...names.keys()])) as T;
  };
}

function isSecret(key: string): boolean {
  return /^(auth_token|(proxy-)?authorization)$/i.test(key);
}

/** Longest first, so that a token that begins with another one is replaced whole. */
function anyOf(secrets: readonly string[]): RegExp | undefined {
  const learnt = secrets
    .filter((secret) => secret.length >= LEARNABLE_LENGTH)
    .sort((a, b) => b.length - a.length);
  return learnt.length === 0
    ? undefined
    : new RegExp(learnt.map((secret) => secret.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")).join("|"), "g");
}
