/** Shorter ones would hide words; real tokens have 128 bits. */
export const shortestSecret = 8;
/** The latest that were seen: more would make each line dear. */
const mostSecrets = 256;

/** Adds a token to those that no log line may show. */
export function learnSecret(secrets: Set<string>, token: string | null | undefined): void {
  if (!token || token.length < shortestSecret) return;
  secrets.delete(token);
  secrets.add(token);
  const [oldest] = secrets;
  if (oldest !== undefined && secrets.size > mostSecrets) secrets.delete(oldest);
}
