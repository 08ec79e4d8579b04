import type { Clock, Transport } from "@league-v2/sdk";

/** An answer that takes longer is mentioned, so that the command is not silent while it waits. */
const mentionedAfterMs = 2_000;

/** The same transport; `say` gets a line about each request that is not answered soon. */
export function mentionWaits(transport: Transport, clock: Clock, say: (line: string) => void): Transport {
  return {
    send(request) {
      const timer = clock.after(mentionedAfterMs, () =>
        say(`Waiting for ${request.url} to answer ${nameOf(request.body)} …`),
      );
      return transport.send(request).finally(() => timer.cancel());
    },
  };
}

/** The method of a JSON-RPC request. */
function nameOf(body: string): string {
  return /"method":"([\w./-]+)"/.exec(body)?.[1] ?? "a request";
}
