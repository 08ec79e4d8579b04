// Resets every connection as soon as something arrives on it.
import { createServer } from "node:net";

createServer((socket) => {
  socket.on("error", () => undefined);
  socket.on("data", () => socket.resetAndDestroy());
}).listen(Number(process.env.PORT), "127.0.0.1");
