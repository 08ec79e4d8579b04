/** Colours that people with any colour vision tell apart (Okabe and Ito), given out by the number in a player's id. */
const colours = ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#8c7a00", "#7f7f9f"];

export function playerColour(id: string): string {
  const number = Number(/\d+/.exec(id)?.[0] ?? 0);
  return colours[(number + colours.length - 1) % colours.length] ?? "#7f7f9f";
}
