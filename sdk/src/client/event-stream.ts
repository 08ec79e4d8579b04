/** The JSON text in an answer that came as a stream of server-sent events, as MCP servers may send it. */
export function textOf(contentType: string | null, body: string): string {
  if (contentType === null || !contentType.startsWith("text/event-stream")) return body;
  const events = body.split(/\r?\n\r?\n/).map(dataOf);
  // Notifications may come before the answer, which is the one with a result or an error.
  return (
    events.findLast((data) => /"(result|error)"/.test(data)) ?? events.findLast((data) => data !== "") ?? ""
  );
}

function dataOf(event: string): string {
  const lines = event.split(/\r?\n/).filter((line) => line.startsWith("data:"));
  return lines.map((line) => line.slice("data:".length).replace(/^ /, "")).join("\n");
}
