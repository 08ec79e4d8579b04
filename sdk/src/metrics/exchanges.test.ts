import { expect, test } from "vitest";
import { exchangeMetrics } from "./agent-metrics.js";
import { Exchanges } from "./exchanges.js";
import { exposition } from "./family.js";

const names = { prefix: "x", counted: "How often.", timed: "How long." };

test("exchanges of one method are written as a counter and a cumulative histogram in seconds", () => {
  const exchanges = new Exchanges(["a", "b"]);
  for (const ms of [0, 1, 2, 700, 40_000]) exchanges.add("a", "answered", ms);
  exchanges.add("a", "refused", 5);
  const bucket = (le: string, value: number) => `x_duration_seconds_bucket{method="a",le="${le}"} ${value}`;
  expect(exposition(exchangeMetrics(exchanges, names)).trimEnd().split("\n")).toEqual([
    "# HELP x_total How often.",
    "# TYPE x_total counter",
    'x_total{method="a",outcome="answered"} 5',
    'x_total{method="a",outcome="refused"} 1',
    "# HELP x_duration_seconds How long.",
    "# TYPE x_duration_seconds histogram",
    bucket("0.001", 2),
    bucket("0.005", 4),
    bucket("0.01", 4),
    bucket("0.05", 4),
    bucket("0.1", 4),
    bucket("0.5", 4),
    bucket("1", 5),
    bucket("5", 5),
    bucket("10", 5),
    bucket("30", 5),
    bucket("+Inf", 6),
    'x_duration_seconds_sum{method="a"} 40.708',
    'x_duration_seconds_count{method="a"} 6',
  ]);
});

test("label values are escaped", () => {
  const family = { name: "x", help: "X.", type: "gauge" as const };
  expect(exposition([{ ...family, samples: [{ labels: { a: 'q"b\\c\nd' }, value: 1 }] }])).toContain(
    'x{a="q\\"b\\\\c\\nd"} 1\n',
  );
});
