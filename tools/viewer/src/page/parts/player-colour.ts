/** Colours that people with any colour vision can distinguish (six of Okabe and Ito, and two others), by the number in a player's id. */
const colours = ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#4848f0", "#606078"];

export function playerColour(id: string): string {
  const number = Number(/\d+/.exec(id)?.[0] ?? 0);
  return colours[(number + colours.length - 1) % colours.length] ?? "#606078";
}
