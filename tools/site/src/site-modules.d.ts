/** A text that the build puts into a page: a script, the viewer's page, declarations as JSON (`build/program-pages.mjs`). */
declare module "site:*" {
  const text: string;
  export default text;
}
