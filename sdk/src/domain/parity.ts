/** A player's choice, and the property of a drawn number. */
export type Parity = "even" | "odd";

export function parityOf(number: number): Parity {
  return number % 2 === 0 ? "even" : "odd";
}
