import type { BatchResult, KeyPage } from '../../../../contract/api/envelope.ts';
import type { IoEvent } from '../../../../contract/entities/terminals/io.ts';
import type { Api, CallOptions, Query } from '../../../api/client.ts';

export type IoAction = 'pulse' | 'hold' | 'off' | 'test_on' | 'test_off';

/** Splits the id of a line into terminal and number (contract/entities/terminals/io.ts, `ioId`). */
export function lineOf(id: number): { terminal_id: number; direction: 'input' | 'output'; number: number } {
  const rest = id % 1000;
  const isOutput = rest > 500;
  return {
    terminal_id: Math.floor(id / 1000),
    direction: isOutput ? 'output' : 'input',
    number: isOutput ? rest - 500 : rest,
  };
}

/** Calls for inputs and outputs, as batches of lines by their ids. */
export function ioCalls(api: Api) {
  async function test(ids: readonly number[], on: boolean, more: Query, options?: CallOptions) {
    const byTerminal = Map.groupBy(ids.map(lineOf), (line) => line.terminal_id);
    const answers = await Promise.all(
      [...byTerminal].map(([terminal_id, lines]) =>
        api.post<BatchResult>(
          '/v1/io/test',
          { terminal_id, input_nums: lines.map((line) => line.number), on, ...more },
          options,
        ),
      ),
    );
    return { results: answers.flatMap((answer) => answer.results) };
  }
  return {
    batch(ids: readonly number[], action: string, more: Query = {}, options?: CallOptions) {
      if (action === 'test_on' || action === 'test_off')
        return test(ids, action === 'test_on', more, options);
      const outputs = ids.map(lineOf).map(({ terminal_id, number }) => ({ terminal_id, output: number }));
      return api.post<BatchResult>('/v1/io/output', { outputs, action, ...more }, options);
    },
    events: (query: Query) => api.get<KeyPage<IoEvent>>('/v1/io/event', query, { quiet: true }),
  };
}
