/** The minimum length of a secret, so that no ordinary word is redacted; real tokens have 128 bits. */
export const shortestSecret = 8;
/** The maximum number of secrets, which limits the cost of each log line; the oldest is dropped. */
const mostSecrets = 256;

/** Adds a token to the secrets that no log line may contain. */
export function learnSecret(secrets: Set<string>, token: string | null | undefined): void {
  if (!token || token.length < shortestSecret) return;
  secrets.delete(token);
  secrets.add(token);
  const [oldest] = secrets;
  if (oldest !== undefined && secrets.size > mostSecrets) secrets.delete(oldest);
}
