/** What a player chooses, and what a drawn number is. */
export type Parity = "even" | "odd";

export function parityOf(number: number): Parity {
  return number % 2 === 0 ? "even" : "odd";
}
