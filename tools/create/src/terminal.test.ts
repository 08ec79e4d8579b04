import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { Aborted, askOn } from "./terminal.js";

function terminal() {
  const input = new PassThrough();
  const stop = new AbortController();
  const written: string[] = [];
  const ask = askOn(input, (text) => void written.push(text), stop.signal);
  return { input, stop, written, ask };
}

it("resolves with the typed line for each question", async () => {
  const { input, written, ask } = terminal();
  const first = ask("One? ");
  input.write("1\n");
  expect(await first).toBe("1");
  const second = ask("Two? ");
  input.write("2\r\n");
  expect(await second).toBe("2");
  expect(written).toEqual(["One? ", "Two? "]);
});

it.each(["Ctrl-C", "the end of the input"])("rejects at %s", async (how) => {
  const { input, stop, ask } = terminal();
  const answer = ask("One? ");
  if (how === "Ctrl-C") stop.abort();
  else input.end();
  await expect(answer).rejects.toThrow(Aborted);
});

it("asks no question after Ctrl-C", async () => {
  const { stop, written, ask } = terminal();
  stop.abort();
  await expect(ask("One? ")).rejects.toThrow(Aborted);
  expect(written).toEqual([]);
});
