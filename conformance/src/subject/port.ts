import { connect } from "node:net";

/** Whether somebody accepts connections there. Readiness is the TCP port: /health is not everybody's. */
export function accepts(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const end = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once("connect", () => end(true));
    socket.once("error", () => end(false));
  });
}
