/** `GET /metrics`, in the text format that Prometheus reads. */
import type { HttpRoute } from "../http/http-handler.js";

const metricsPath = "/metrics";

/** @param exposition content type and text of all metrics */
export function metricsRoute(exposition: () => Promise<{ type: string; text: string }>): HttpRoute {
  return {
    path: metricsPath,
    verb: "GET",
    handle: async () => {
      const { type, text } = await exposition();
      return { status: 200, headers: { "content-type": type }, body: text };
    },
  };
}
