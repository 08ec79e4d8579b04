/** The options of `self-test`, as the command line gives them. */
export interface SelfTestFlags {
  seed: string;
  repeats: string;
  mutant?: string;
  json?: string;
  whole?: true;
  parallel: string;
  acceptClauses?: true;
  verbose?: true;
}
