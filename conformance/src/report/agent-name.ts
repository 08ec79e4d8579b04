/** The name of the agent under test in transcripts. Every other name is a peer of the suite. */
export const AGENT = "agent";

/** Whether this name is an instance of the agent: a check may have started a second one. */
export function isAgent(name: string): boolean {
  return name === AGENT || /^agent \d+$/.test(name);
}
