/** The JSON text in a stream of server-sent events, which MCP servers may send as an answer. */
export function textOf(contentType: string | null, body: string): string {
  if (contentType === null || !contentType.startsWith("text/event-stream")) return body;
  const events = body.split(/\r?\n\r?\n/).map(dataOf);
  // Notifications may precede the answer, which has a result or an error.
  return (
    events.findLast((data) => /"(result|error)"/.test(data)) ?? events.findLast((data) => data !== "") ?? ""
  );
}

function dataOf(event: string): string {
  const lines = event.split(/\r?\n/).filter((line) => line.startsWith("data:"));
  return lines.map((line) => line.slice("data:".length).replace(/^ /, "")).join("\n");
}
