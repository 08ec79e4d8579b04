// Agents that do not serve, each in its own way: node broken-agent.mjs NAME --port …
import { spawn } from "node:child_process";
import { createServer } from "node:net";

const [, program, name, child] = process.argv;
const listen = (server) => server.listen(Number(process.env.PORT), "127.0.0.1");
const runOn = () => setInterval(() => undefined, 1_000);

const agents = {
  /** Accepts connections and never says a word. */
  "black-hole": () => listen(createServer(() => undefined)),

  /** Announces a long answer and sends one byte of it each second, without end. */
  dripper: () =>
    listen(
      createServer((socket) => {
        socket.on("error", () => undefined);
        socket.once("data", () => {
          socket.write("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 100000\r\n\r\n");
          setInterval(() => socket.write(" "), 1_000);
        });
      }),
    ),

  /** Ignores SIGTERM, and leaves a child behind in a separate session that ignores it too. */
  forker() {
    process.on("SIGTERM", () => undefined);
    if (child === "child") return runOn();
    spawn(process.execPath, [program, name, "child"], { detached: true, stdio: "ignore" }).unref();
    return listen(createServer(() => undefined));
  },

  /** Cannot have its port, and stays anyway. */
  portless: runOn,

  /** Ends before it serves. */
  quitter() {
    console.error("cannot find the configuration");
    process.exit(7);
  },
};
agents[name]();
