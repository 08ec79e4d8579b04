/** A program that watches a league as this many browsers: it reads the events and prints their size. */
import { get, type IncomingMessage } from "node:http";
import { finished } from "node:stream/promises";

const [address = "", count = "0"] = process.argv.slice(2);

async function watch(): Promise<number> {
  const reply = await new Promise<IncomingMessage>((resolve, reject) => {
    get(new URL("events", address), { agent: false }, resolve).once("error", reject);
  });
  let bytes = 0;
  reply.on("data", (piece: Buffer) => {
    bytes += piece.length;
  });
  await finished(reply);
  return bytes;
}

const sizes = await Promise.all(Array.from({ length: Number(count) }, watch));
console.log(sizes.reduce((sum, size) => sum + size, 0));
