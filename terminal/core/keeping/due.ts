import type { KeepManifest, KeptProgramme } from '../../../contract/keeping.ts';

/** A run that is due, or will be in a moment. */
export interface Due {
  key: string;
  start_s: number;
  programme: KeptProgramme;
}

/** The name of a run. */
export const runKey = (task: number, start_s: number) => `${task}:${start_s}`;

/** The items of a list. */
export function itemsOf(list: Pick<KeptProgramme, 'before' | 'list' | 'after'>): Set<string> {
  const parts = [...list.before, ...list.list, ...list.after];
  return new Set(parts.flatMap(({ item }) => item ?? []));
}

/**
 * What is heard alone at a time of day: of the runs that are due then and whose sound is there, the one with the
 * largest weight, then the earlier start, then the smaller task (docs/terminal-protocol.md, "Playing alone").
 *
 * @param wallMs epoch ms @param isLeftOut runs that a person silenced @param holds whether an item is there
 */
export function dueAt(
  { runs, programmes }: Pick<KeepManifest, 'runs' | 'programmes'>,
  wallMs: number,
  isLeftOut: (key: string) => boolean,
  holds: (item: string) => boolean,
): Due | null {
  let best: Due | null = null;
  for (const { start_s, programme: place } of runs) {
    const programme = programmes[place];
    if (start_s * 1000 > wallMs) break;
    if (programme === undefined || wallMs >= start_s * 1000 + programme.length_ms) continue;
    const one = { key: runKey(programme.task, start_s), start_s, programme };
    if (best !== null && compare(one, best) >= 0) continue;
    if (isLeftOut(one.key) || ![...itemsOf(programme)].every(holds)) continue;
    best = one;
  }
  return best;
}

function compare(a: Due, b: Due): number {
  return (
    b.programme.weight - a.programme.weight || a.start_s - b.start_s || a.programme.task - b.programme.task
  );
}
