/** Where a command writes to; tests collect it. */
export interface Terminal {
  out(text: string): void;
  error(text: string): void;
}
