/** Each server under test runs this in its own process: it listens, reports its port, and its processor time. */

/** The messages of a server to the measuring process. */
export type ServerSays = { readonly port: number } | { readonly cpuMicroseconds: number };

export async function underTest(listen: () => Promise<number>): Promise<void> {
  process.on("message", () => {
    const { user, system } = process.cpuUsage();
    report({ cpuMicroseconds: user + system });
  });
  process.once("disconnect", () => process.exit());
  report({ port: await listen() });
}

function report(what: ServerSays): void {
  process.send?.(what);
}

/** The port that a server of Node's has been given. */
export function portOf(server: { address(): unknown }): number {
  const address = server.address();
  if (typeof address !== "object" || address === null || !("port" in address)) {
    throw new Error("the server does not listen");
  }
  return Number(address.port);
}
