/** The words of a command line that lead to the agent of a report: `--url …` or `--command …`. */
export function agentOption(agent: string): string {
  const places = agent.split(", ");
  if (places.every(isWebAddress)) return places.map((place) => `--url ${place}`).join(" ");
  return `--command ${shellQuoted(agent)}`;
}

/** Whether the agent ran already; any other was started by the suite. */
export function isReachedByUrl(agent: string): boolean {
  return agent.split(", ").every(isWebAddress);
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\/\S+$/.test(text);
}

/** Double quotes are understood by every shell; only what means something inside of them needs single ones. */
export function shellQuoted(text: string): string {
  return /["$`\\!]/.test(text) ? `'${text.replaceAll("'", "'\\''")}'` : `"${text}"`;
}
