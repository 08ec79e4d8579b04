/** A metric family of Prometheus, and its text format 0.0.4. */

export interface Family {
  /** E.g. `league_requests_total`. */
  readonly name: string;
  readonly help: string;
  readonly type: "counter" | "gauge" | "histogram";
  readonly samples: readonly Sample[];
}

export interface Sample {
  /** For histograms: `_bucket`, `_sum`, `_count`. */
  readonly suffix?: string;
  /** Fixed names of the program, never text of a sender: each new value is a series that exists until the process ends. */
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

export const expositionType = "text/plain; version=0.0.4; charset=utf-8";

export function exposition(families: readonly Family[]): string {
  return families.map(familyText).join("");
}

function familyText({ name, help, type, samples }: Family): string {
  const head = `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`;
  return head + samples.map((sample) => sampleText(name, sample)).join("");
}

function sampleText(name: string, { suffix = "", labels = {}, value }: Sample): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`);
  const braces = pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
  return `${name}${suffix}${braces} ${value}\n`;
}

function escaped(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}
