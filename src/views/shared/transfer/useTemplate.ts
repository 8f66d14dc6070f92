import { useEffect, useState } from 'react';
import type { TerminalKind } from '../../../../contract/entities/terminals/terminalKind.ts';
import type { TemplateResult } from '../../../../contract/rules/nameTemplate.ts';
import { ApiError } from '../../../api/error.ts';
import { useApp } from '../../app/AppContext.tsx';
import type { TemplateRow } from './templateColumns.ts';

/** Patterns as typed; empty: the field is not changed. */
export interface TemplateOptions {
  name: string;
  call_number: string;
  start: string;
  per_zone: boolean;
}

/** Delay of the preview after typing, ms. */
const pauseMs = 300;

const none: TemplateRow[] = [];

/** Preview of the patterns by the server, which alone knows all assigned numbers, and their application. */
export function useTemplate(kind: TerminalKind, ids: readonly number[], pattern: TemplateOptions) {
  const { api, streams } = useApp();
  const [rows, setRows] = useState<TemplateRow[]>(none);
  const [failure, setFailure] = useState<string>();
  const [isDone, setDone] = useState(false);
  const name = pattern.name.trim();
  const number = pattern.call_number.trim();
  const isEmpty = name === '' && number === '';

  const send = async (dry_run: boolean, signal?: AbortSignal) => {
    const before = new Map(
      ids.map((id) => [id, kind === 'device' ? streams.device.get(id) : streams.terminals[kind].get(id)]),
    );
    const body = {
      ids,
      ...(name === '' ? {} : { name }),
      ...(number === '' ? {} : { call_number: number }),
      start: Number(pattern.start || 0),
      per_zone: pattern.per_zone,
      dry_run,
    };
    try {
      const options = { quiet: true, ...(signal === undefined ? {} : { signal }) };
      const { results } = await api.post<TemplateResult>(`/v1/${kind}/template`, body, options);
      const made = results.map((one) => {
        const old = before.get(one.id);
        return { ...one, code: old?.code ?? '', oldName: old?.name ?? '', oldNumber: old?.call_number ?? '' };
      });
      // Failed rows first.
      setRows([...made.filter((row) => !row.ok), ...made.filter((row) => row.ok)]);
      setFailure(undefined);
      if (!dry_run) setDone(true);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.aborted) return;
      setFailure(error.message);
    }
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new preview for new patterns, not for a new render
  useEffect(() => {
    if (isEmpty || isDone) {
      if (isEmpty) setRows(none);
      return;
    }
    const abort = new AbortController();
    const timer = setTimeout(() => void send(true, abort.signal), pauseMs);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [name, number, pattern.start, pattern.per_zone, isDone]);

  return { rows, failure, isDone, apply: () => send(false) };
}
