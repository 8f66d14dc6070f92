import type { Fetched } from '../offline/mediaStore.ts';

/** Downloads items for offline playback from the server of the page (docs/protocols/terminal-protocol.md, "What to keep"). */
export async function fetchItem(id: string, ticket: string): Promise<Fetched> {
  try {
    const answer = await fetch(`/v1/terminal_media/${id}?ticket=${ticket}`, { cache: 'no-store' });
    if (answer.ok) return { kind: 'bytes', bytes: new Uint8Array(await answer.arrayBuffer()) };
    if (answer.status === 401) return { kind: 'ticket' };
    if (answer.status === 404) return { kind: 'gone' };
    if (answer.status === 429)
      return { kind: 'busy', seconds: Number(answer.headers.get('retry-after')) || 2 };
  } catch {
    // The link is bad or lost: the download is retried.
  }
  return { kind: 'failed' };
}
