/** A validator of GAME_OVER, written with one tool. */
export interface Contender {
  readonly name: string;
  /** The difference in its error reports, if any. */
  readonly remark: string;
  /**
   * How many of the messages it accepts, asked that many times over. Each contender has a separate loop: in a shared one
   * the engine could optimise for none of them.
   */
  accepted(messages: readonly unknown[], times: number): number;
}
