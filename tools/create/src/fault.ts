/** The reason why no project was made, and what to do, in one line. */
export class CreateFault extends Error {
  /** 1: the project cannot be written; 2: the command line must be changed. */
  readonly exitCode: 1 | 2;

  constructor(exitCode: 1 | 2, message: string) {
    super(message);
    this.exitCode = exitCode;
  }
}
