/** A duration as text: `812 ms`, `5.0 s`, `1 min 35 s`. */
export function duration(ms: number): string {
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** A moment of a transcript, counted from the start of its check: `+5004 ms`. */
export function moment(atMs: number): string {
  return `+${Math.round(atMs)} ms`;
}

/** Per cent with at most one decimal: `97.5 %`. */
export function percent(value: number): string {
  return `${Math.round(value * 10) / 10} %`;
}

/** The name of the agent under test in transcripts. Every other name is a peer of the suite. */
export const AGENT = "agent";

/** Whether this name is an instance of the agent: a check may have started a second one. */
export function isAgent(name: string): boolean {
  return name === AGENT || /^agent \d+$/.test(name);
}
