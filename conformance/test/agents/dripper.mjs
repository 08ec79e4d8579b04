// Announces a long answer and sends one byte of it each second, without end.
import { createServer } from "node:net";

createServer((socket) => {
  socket.on("error", () => undefined);
  socket.once("data", () => {
    socket.write("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 100000\r\n\r\n");
    setInterval(() => socket.write(" "), 1_000);
  });
}).listen(Number(process.env.PORT), "127.0.0.1");
