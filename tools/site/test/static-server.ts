/** Serves the files of a folder. */
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const types: Readonly<Record<string, string>> = { ".html": "text/html", ".png": "image/png" };

export interface StaticServer {
  readonly origin: string;
  /** The requested paths. */
  readonly requests: readonly string[];
  readonly close: () => void;
}

export async function serveFolder(folder: string): Promise<StaticServer> {
  const requests: string[] = [];
  const server = createServer(async ({ url = "/" }, response) => {
    requests.push(url);
    const path = join(folder, normalize(new URL(url, "http://localhost").pathname));
    try {
      const bytes = await readFile(path);
      response
        .writeHead(200, { "content-type": types[extname(path)] ?? "application/octet-stream" })
        .end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("the server has no port");
  return { origin: `http://127.0.0.1:${address.port}`, requests, close: () => server.close() };
}
