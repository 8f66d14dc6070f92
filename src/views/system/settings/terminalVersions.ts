import { auditTime, combineLatest, map, type Observable } from 'rxjs';
import type { TerminalLive } from '../../../../contract/entities/terminals/terminal.ts';
import {
  type TerminalKind,
  terminalKindNames,
} from '../../../../contract/entities/terminals/terminalKind.ts';
import type { Feeds } from '../../../streams/feeds.ts';

/** Terminals of one kind with the same version. */
export interface TerminalVersion {
  kind: TerminalKind;
  version: string;
  count: number;
  online: number;
}

/** Shortest interval between two counts, ms. */
const EVERY_MS = 500;

/**
 * Versions of terminals by kind and version, the most frequent of each kind first; kinds that are not visible
 * to the account are left out.
 */
export function terminalVersions({ device, terminals }: Pick<Feeds, 'device' | 'terminals'>) {
  const feeds = terminalKindNames.map(
    (kind): Observable<readonly TerminalLive[]> => (kind === 'device' ? device : terminals[kind]).rows$,
  );
  return combineLatest(feeds).pipe(
    auditTime(EVERY_MS),
    map((all) => all.flatMap((rows, i) => countVersions(terminalKindNames[i] ?? 'device', rows))),
  );
}

export function countVersions(
  kind: TerminalKind,
  rows: readonly Pick<TerminalLive, 'client_version' | 'online'>[],
): TerminalVersion[] {
  const found = new Map<string, TerminalVersion>();
  for (const { client_version: version, online } of rows) {
    const one = found.get(version) ?? { kind, version, count: 0, online: 0 };
    found.set(version, one);
    one.count += 1;
    if (online) one.online += 1;
  }
  return [...found.values()].sort((a, b) => b.count - a.count || a.version.localeCompare(b.version, 'en'));
}
