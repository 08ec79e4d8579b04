// The documents of the repository that are pages of the site, in the order of the contents.

/** @typedef {{ readonly file: string, readonly title: string }} Page */

const page = (file, title) => ({ file, title });

/** The page that is no document: it is made from the suite. */
export const KILL_MATRIX = "conformance/kill-matrix.md";

export const sections = [
  {
    title: "Guide",
    pages: [
      page("README.md", "Start"),
      page("conformance/docs/python-agents.md", "A player in Python"),
      page("tools/site/docs/recipes.md", "Recipes"),
      page("tools/create/README.md", "Project templates"),
      page("sdk/README.md", "The SDK"),
      page("sdk/docs/forms.md", "Forms of messages"),
      page("sdk/docs/durable-leagues.md", "Leagues that last"),
    ],
  },
  {
    title: "Run leagues",
    pages: [
      page("reference-agents/README.md", "The league command"),
      page("reference-agents/docs/strategies.md", "A strategy of your own"),
      page("reference-agents/docs/games.md", "Another game"),
      page("reference-agents/docs/mcp.md", "A language model plays"),
      page("reference-agents/docs/operations.md", "Operations"),
      page("reference-agents/docs/stores.md", "Stores"),
      page("tools/simulate/README.md", "Simulation"),
      page("reference-agents/docs/doctor.md", "Doctor"),
      page("tools/viewer/README.md", "The viewer"),
      page("tools/site/README.md", "This site"),
      page("SECURITY.md", "Security"),
    ],
  },
  {
    title: "Test agents",
    pages: [
      page("conformance/README.md", "The suite"),
      page("conformance/docs/five-minutes.md", "In five minutes"),
      page("conformance/docs/verdicts.md", "Verdicts"),
      page("conformance/docs/reading-a-failure.md", "Reading a failure"),
      page("conformance/docs/wire-forms.md", "Agents of other forms"),
      page("conformance/docs/ci.md", "In CI"),
      page("conformance/docs/other-formats.md", "Other formats"),
      page("conformance/docs/arguing.md", "Arguing with a check"),
      page(KILL_MATRIX, "Kill matrix"),
      page("conformance/AUTHORING.md", "Writing checks"),
    ],
  },
  {
    title: "Reference",
    pages: [
      page("generated/reference/canonical.md", "Canonical dialect"),
      page("generated/reference/flat.md", "Flat dialect"),
      page("generated/reference/requirements.md", "Requirements"),
      page("spec/README.md", "The contract"),
      page("spec/glossary.md", "Glossary"),
      page("spec/interfaces.md", "Interface methods"),
      page("spec/DECISIONS.md", "Decisions"),
    ],
  },
  {
    title: "Change the contract",
    pages: [
      page("tools/codegen/README.md", "The generator"),
      page("tools/codegen/docs/your-own-contract.md", "A contract of your own"),
      page("tools/codegen/docs/vectors.md", "Vectors for every language"),
      page("ARCHITECTURE.md", "Architecture"),
      page("CONTRIBUTING.md", "Contributing"),
    ],
  },
];

/** File name of the page, by the path of its document. */
export const outputOf = new Map(
  sections.flatMap(({ pages }) => pages.map(({ file }) => [file, outputName(file)])),
);

function outputName(file) {
  if (file === "README.md") return "index.html";
  if (file === "generated/reference/requirements.md") return "requirements.html";
  const name = file.replace(/^tools\//, "").replace(/\/(docs|README\.md|reference)(\/|$)/g, "/");
  return `${name.replace(/\.md$/, "").replace(/\/$/, "").replaceAll("/", "-").toLowerCase()}.html`;
}
