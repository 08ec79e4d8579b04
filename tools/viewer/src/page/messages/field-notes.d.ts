/** Made by build/assets.mjs from the spec. */
declare module "field-notes" {
  const notes: import("./note-of.js").Notes;
  export default notes;
}
