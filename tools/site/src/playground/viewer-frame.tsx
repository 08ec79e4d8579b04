/** A league in the viewer's page, in the same form as a saved file. */
import viewer from "site:viewer";
import { pageWith, savedEvents, type ViewerEvent } from "@league-v2/viewer";
import { useEffect, useState } from "preact/hooks";

export interface ViewerFrameProps {
  readonly events: readonly ViewerEvent[];
  readonly title: string;
  /** The viewer's address fragment; another value navigates the viewer. */
  readonly hash: string;
}

export function ViewerFrame({ events, title, hash }: ViewerFrameProps) {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    let url: string | null = null;
    let isOver = false;
    void savedEvents(events, gzip).then((packed) => {
      if (isOver) return;
      url = URL.createObjectURL(new Blob([pageWith(viewer, packed)], { type: "text/html" }));
      setAddress(url);
    });
    return () => {
      isOver = true;
      if (url !== null) URL.revokeObjectURL(url);
    };
  }, [events]);
  if (address === null) return null;
  return (
    <iframe class="viewer" title={title} sandbox="allow-scripts allow-downloads" src={`${address}${hash}`} />
  );
}

async function gzip(text: string): Promise<Uint8Array> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
