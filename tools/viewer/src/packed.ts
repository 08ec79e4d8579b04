/** Texts that are compressed and written as base64, to be a part of a page or of an address. */
type Format = "gzip" | "deflate-raw";

export async function packed(text: string, format: Format = "gzip"): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream(format));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let letters = "";
  for (let start = 0; start < bytes.length; start += chunk)
    letters += String.fromCharCode(...bytes.subarray(start, start + chunk));
  return btoa(letters);
}

/** A function takes no more arguments. */
const chunk = 0x8000;

export async function unpacked(base64: string, format: Format = "gzip"): Promise<string> {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream(format));
  return new Response(stream).text();
}
