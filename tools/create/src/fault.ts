/** Why no project was made, in one line that says what to do. */
export class CreateFault extends Error {
  /** 1: it cannot be written; 2: the command line must be changed. */
  readonly exitCode: 1 | 2;

  constructor(exitCode: 1 | 2, message: string) {
    super(message);
    this.exitCode = exitCode;
  }
}
