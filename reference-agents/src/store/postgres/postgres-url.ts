/** The printable form of the address of a PostgreSQL database. */

/** The address without its password, for messages and logs. */
export function withoutPassword(url: string): string {
  if (!URL.canParse(url)) return "postgres://…";
  const shown = new URL(url);
  if (shown.password !== "") shown.password = "***";
  for (const name of shown.searchParams.keys()) {
    if (/pass|secret|key/i.test(name)) shown.searchParams.set(name, "***");
  }
  return shown.href;
}
