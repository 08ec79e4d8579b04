// In which directions the sources import each other (dependency-cruiser). Tests and fixtures may look at everything.

const roles = ["player", "referee", "manager"];

/** The folders of sdk/src/agent, the lowest first: each imports only from those before it. */
const agentFolders = ["core", "serving", "membership", "assembly"];

module.exports = {
  forbidden: [
    {
      name: "no-circle",
      comment:
        "A file cannot be read without the others of its circle: move what they share, types too, into a file below them.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "no-way-back-between-folders",
      comment: "One of these folders is below the other: move what the lower one needs down to it.",
      severity: "error",
      scope: "folder",
      from: {},
      to: { circular: true },
    },
    ...roles.map((role) => ({
      name: `${role}-stands-alone`,
      comment: "What several roles need belongs into sdk/src/domain or sdk/src/agent.",
      severity: "error",
      from: { path: `^sdk/src/${role}/` },
      to: { path: `^sdk/src/(${roles.filter((other) => other !== role).join("|")})/` },
    })),
    ...agentFolders.slice(0, -1).map((folder, index) => ({
      name: `agent-${folder}-is-below-${agentFolders[index + 1]}`,
      comment: "Move what the lower folder needs down to it.",
      severity: "error",
      from: { path: `^sdk/src/agent/${folder}/` },
      to: { path: `^sdk/src/agent/(${agentFolders.slice(index + 1).join("|")})/` },
    })),
    {
      name: "subject-is-data-until-its-launch",
      comment: "conformance/AUTHORING.md, from the command line to a verdict: pass the subject on, and launch it there.",
      severity: "error",
      from: { path: "^conformance/src/", pathNot: "^conformance/src/fixtures/starts\\.ts$" },
      to: { path: "^conformance/src/subject/(command|url)-launcher\\.ts$" },
    },
    {
      name: "runner-makes-the-fixture",
      comment: "conformance/AUTHORING.md, from the command line to a verdict: a check is given its fixture.",
      severity: "error",
      from: { path: "^conformance/src/", pathNot: "^conformance/src/run/scheduling/check-runner\\.ts$" },
      to: {
        path: "^conformance/src/fixtures/(member-fixtures|manager-fixture)\\.ts$",
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "core-knows-no-forms",
      comment: "The gateway in sdk/src/wire wraps the core: what both need belongs into the core.",
      severity: "error",
      from: { path: "^sdk/src/(?!wire/)" },
      to: { path: "^sdk/src/wire/" },
    },
    {
      name: "domain-is-below-all",
      comment: "The types that all folders share import none of them; only the platform is below them.",
      severity: "error",
      from: { path: "^sdk/src/domain/" },
      to: { path: "^sdk/src/(?!domain/|platform/)" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules|/dist/" },
    exclude: { path: "node_modules|/dist/|\\.(test|fixture)\\.ts$" },
    // Types count as imports.
    tsPreCompilationDeps: true,
    moduleSystems: ["es6"],
    tsConfig: { fileName: "tsconfig.json" },
  },
};
