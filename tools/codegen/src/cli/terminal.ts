/** The output of a command; tests collect it. */
export interface Terminal {
  out(text: string): void;
  error(text: string): void;
}
