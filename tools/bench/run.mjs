// The entry of `npm run bench`. The rest is TypeScript, which Node runs directly from version 22.18 on.
if (!process.features.typescript) {
  console.error(
    `this is Node ${process.version}; start the benchmarks with "npm run bench", which brings its own`,
  );
  process.exit(1);
}
const { main } = await import("./src/main.ts");
await main(process.argv.slice(2));
