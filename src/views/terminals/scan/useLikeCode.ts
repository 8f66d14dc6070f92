import { useCallback, useEffect, useRef } from 'react';
import { auditTime } from 'rxjs';
import { foldedCode } from '../../../../contract/rules/foldedCode.ts';
import type { TerminalRow } from '../../../streams/kind.ts';
import { useApp } from '../../app/AppContext.tsx';
import type { LikeCode } from './foundColumns.ts';

/** Shortest interval of rebuilding the index by code, ms: notes are painted once a second. */
const everyMs = 1000;

/** Finds the terminal with a code, ignoring case; an exact match takes precedence. */
export function useLikeCode(): (code: string) => LikeCode | undefined {
  const { streams } = useApp();
  const byCode = useRef(new Map<string, TerminalRow>());
  useEffect(() => {
    const rows = streams.allTerminals.rows$.pipe(auditTime(everyMs)).subscribe((all) => {
      byCode.current = new Map(all.map((row) => [foldedCode(row.code), row]));
      for (const row of all) byCode.current.set(row.code, row);
    });
    return () => rows.unsubscribe();
  }, [streams]);
  return useCallback(
    (code) => {
      const row = byCode.current.get(code) ?? byCode.current.get(foldedCode(code));
      if (row === undefined) return undefined;
      const zone = streams.zoneName(row.org ?? 0);
      return { code: row.code, name: row.name, zone, isExpected: row.last_login_time === null };
    },
    [streams],
  );
}
