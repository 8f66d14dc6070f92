import type { Api } from './api.ts';

const IMPORTED = 10_000;

/** Imports new terminals by one CSV file; seconds from sending to the response. */
export async function imported(api: Api, run: number): Promise<number> {
  const rows = Array.from({ length: IMPORTED }, (_, i) => `I${run}-${i},New ${i},S${1 + (i % 40)},50`);
  const form = new FormData();
  form.append('file', new Blob([`code,name,zone,ao_volume\n${rows.join('\n')}\n`]), 'terminals.csv');
  const from = performance.now();
  const report = await api.call<{ created: number }>('POST', '/v1/device/import?dry_run=false', form);
  if (report.created !== IMPORTED) throw new Error(`imported ${report.created}`);
  return (performance.now() - from) / 1000;
}
