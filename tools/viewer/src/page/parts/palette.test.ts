/** Colours with a meaning can be distinguished with any colour vision. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { playerColour } from "./format.js";

type Rgb = readonly [red: number, green: number, blue: number];

/** Matrices for linear light without one kind of cone (Machado, Oliveira and Fernandes, 2009). */
const visions: Readonly<Record<string, readonly [Rgb, Rgb, Rgb]>> = {
  usual: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

const [light = "", dark = ""] = readFileSync(join(import.meta.dirname, "palette.css"), "utf8").split(
  "@media",
);
const outcomes = ["win", "draw", "loss", "technical"];
const backgrounds = (palette: string) =>
  outcomes.map((name) => new RegExp(`--${name}-bg: (#[0-9a-f]{6})`).exec(palette)?.[1] ?? name);
const texts = (palette: string) =>
  outcomes.map((name) => new RegExp(`--${name}: (#[0-9a-f]{6})`).exec(palette)?.[1] ?? name);
const players = Array.from({ length: 8 }, (_, index) => playerColour(`P${index + 1}`));

/** Below about 2 two colours look alike side by side. */
const minDifference = 5;

describe.each(Object.keys(visions))("with %s colour vision", (vision) => {
  it.each([
    ["outcomes in the light", texts(light)],
    ["outcomes in the dark", texts(dark)],
    ["backgrounds of outcomes in the light", backgrounds(light)],
    ["backgrounds of outcomes in the dark", backgrounds(dark)],
    ["lines of players", players],
  ])("%s differ", (_what, colours) => {
    expect(new Set(colours).size).toBe(colours.length);
    const seen = colours.map((colour) => lab(through(visions[vision] ?? [], linear(colour))));
    const differences = seen.flatMap((one, index) =>
      seen.slice(index + 1).map((other) => distance(one, other)),
    );
    expect(Math.min(...differences)).toBeGreaterThan(minDifference);
  });
});

function linear(colour: string): Rgb {
  const part = (from: number) => {
    const value = Number.parseInt(colour.slice(from, from + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [part(1), part(3), part(5)];
}

function through(matrix: readonly Rgb[], [red, green, blue]: Rgb): Rgb {
  const [r = 0, g = 0, b = 0] = matrix.map(([x, y, z]) =>
    Math.min(1, Math.max(0, x * red + y * green + z * blue)),
  );
  return [r, g, b];
}

/** CIE L*a*b*, in which distances approximate visible differences. */
function lab([red, green, blue]: Rgb): Rgb {
  const f = (value: number) => (value > 0.008856 ? Math.cbrt(value) : 7.787 * value + 16 / 116);
  const x = f((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505);
  const y = f(0.2126 * red + 0.7152 * green + 0.0722 * blue);
  const z = f((0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

function distance(one: Rgb, other: Rgb): number {
  return Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]);
}
