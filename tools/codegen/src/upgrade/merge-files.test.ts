import { expect, test } from "vitest";
import { mergeFiles } from "./merge-files.js";
import type { Winner } from "./merge-values.js";

const base = `# the deadlines
methods:
  - name: ping # answered at once
    deadline: 5
  - name: choose
    deadline: 30
required: [a, b]
`;

function merged(ours: string, theirs: string, winner?: Winner) {
  const [old, own, next] = [base, ours, theirs].map((text) => ({ "x.yaml": text }));
  const { changes, conflicts } = mergeFiles(old ?? {}, own ?? {}, next ?? {}, winner);
  return { text: changes["x.yaml"] ?? ours, conflicts };
}

test("changes of both sides at different places are merged, and our comments stay", () => {
  const ours = base.replace("deadline: 30", "deadline: 10").replace("[a, b]", "[a, b, mine]");
  const theirs = base
    .replace("  - name: choose", "  - name: added\n    deadline: 1\n  - name: choose")
    .replace("[a, b]", "[b, theirs]");
  const { text, conflicts } = merged(ours, theirs);
  expect(conflicts).toEqual([]);
  expect(text).toBe(`# the deadlines
methods:
  - name: ping # answered at once
    deadline: 5
  - name: choose
    deadline: 10
  - name: added
    deadline: 1
required: [ b, mine, theirs ]
`);
});

test("a value that both sides change is a conflict with its pointer, and our value stays", () => {
  const { text, conflicts } = merged(base.replace("30", "10"), base.replace("30", "20"));
  expect(conflicts).toEqual([
    { file: "x.yaml", pointer: "/methods/1/deadline", base: 30, ours: 10, theirs: 20 },
  ]);
  expect(text).toContain("deadline: 10");
});

test("a method that they remove and we change is a conflict; one that only they remove is removed", () => {
  const theirs = base.replace("  - name: choose\n    deadline: 30\n", "");
  expect(merged(base.replace("30", "10"), theirs).conflicts).toMatchObject([
    { pointer: "/methods/1", theirs: undefined },
  ]);
  expect(merged(base.replace("[a, b]", "[a]"), theirs).text).not.toContain("choose");
});

test("files that only one side has changed, added or removed are not merged", () => {
  const old = { "kept.yaml": "a: 1", "gone.yaml": "a: 1", "theirs.yaml": "a: 1" };
  const ours = { ...old, "kept.yaml": "a: 2 # ours", "mine.yaml": "a: 1" };
  const { changes, conflicts } = mergeFiles(old, ours, {
    "kept.yaml": "a: 1",
    "theirs.yaml": "a: 3",
    "new.yaml": "a: 1",
  });
  expect(changes).toEqual({ "gone.yaml": null, "theirs.yaml": "a: 3", "new.yaml": "a: 1" });
  expect(conflicts).toEqual([]);
});

test("a page that both sides change causes one conflict", () => {
  const { conflicts } = mergeFiles({ "p.md": "a" }, { "p.md": "b" }, { "p.md": "c" });
  expect(conflicts).toEqual([{ file: "p.md", pointer: "", base: "a", ours: "b", theirs: "c" }]);
});

test("with theirs as the winner, their value is at each conflict, and ours at every other place", () => {
  const ours = base.replace("30", "10").replace("deadline: 5", "deadline: 6");
  const { text, conflicts } = merged(ours, base.replace("30", "20"), "theirs");
  expect(conflicts).toHaveLength(1);
  expect(text).toContain("deadline: 20");
  expect(text).toContain("deadline: 6");
  expect(merged(ours, base.replace("  - name: choose\n    deadline: 30\n", ""), "theirs").text).not.toContain(
    "choose",
  );
  const pages = { "p.md": "a", "gone.md": "a" };
  const mine = { "p.md": "b", "gone.md": "b" };
  expect(mergeFiles(pages, mine, { "p.md": "c" }, "theirs").changes).toEqual({
    "gone.md": null,
    "p.md": "c",
  });
});
