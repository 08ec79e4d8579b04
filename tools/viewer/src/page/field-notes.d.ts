/** Made by build/field-notes.mjs from the spec. */
declare module "field-notes" {
  const notes: {
    readonly sentences: readonly string[];
    /** By message type and path (`game_result.winner`), numbers of sentences; the empty path is the message. */
    readonly messages: { readonly [message_type: string]: { readonly [path: string]: number } };
  };
  export default notes;
}
