/** A thread whose loop is blocked by its second request, by promises that are always ready. */
import { inThread } from "./watchdog.ts";

await inThread(async (_plan, report, onSend) => {
  const request = { method: "POST", path: "/mcp", contentType: "application/json", body: "{}" };
  report({ group: [request, { ...request, path: "/blocks" }, request] });
  onSend(1);
  for (;;) await Promise.resolve();
});
