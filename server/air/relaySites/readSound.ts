import { open } from 'node:fs/promises';
import { SOUND_PART_BYTES } from '../../../contract/protocol/relaySite.ts';
import type { ProgrammeDigests } from '../offline/programmeDigests.ts';
import type { SitePlan } from './sitePlan.types.ts';

export interface ReadSoundDeps {
  plan: SitePlan | undefined;
  hashes: Pick<ProgrammeDigests, 'file'>;
}

/** Reads a part of a sound of a plan; empty: it is over, or not available. */
export async function readSound(
  { plan, hashes }: ReadSoundDeps,
  item: string,
  offset: number,
): Promise<Uint8Array> {
  const items = [
    ...[plan?.fallback, ...(plan?.linkages ?? []).map(({ round }) => round)],
    ...(plan?.tasks ?? []).flatMap(({ items: own }) => own),
  ];
  const known = items.some((one) => one?.id === item) ? hashes.file(item) : undefined;
  if (known === undefined) return new Uint8Array();
  const file = await open(known.file, 'r');
  try {
    const buffer = new Uint8Array(SOUND_PART_BYTES);
    const { bytesRead } = await file.read(buffer, 0, buffer.length, offset);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
