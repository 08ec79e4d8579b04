/** How transcripts name the agent under test. Every other name is a peer that the suite plays. */
export const AGENT = "agent";

/** Whether a transcript means an instance of the agent: a check may have started a second one. */
export function isAgent(name: string): boolean {
  return name === AGENT || /^agent \d+$/.test(name);
}
