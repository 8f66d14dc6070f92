import { expect, test } from 'vitest';
import type { MixClass } from '../../../contract/protocol/arbitration.ts';
import type { TaskRow } from '../../../server/air/schedule/schedule.repository.ts';
import { meetings, type Sounding } from '../../../server/air/schedule/tasks/overlaps.ts';

/** Run of ten seconds at the terminals of `bits`; those of `mixing` among them can mix. */
function run(id: number, part: MixClass, weight: number, bits: number, mixing: number): Sounding {
  return {
    task: { id, name: `task ${id}`, audio_source: 0 } as TaskRow,
    run: {} as Sounding['run'],
    ...{ start: id * 1000, end: 10_000, until: 10_000 },
    rank: { weight, started_at: id, id },
    part,
    reached: {
      ...{ terminals: [], org: [], words: [0] },
      bits: Uint32Array.of(bits),
      mixing: Uint32Array.of(mixing),
    },
  };
}
const kinds = (all: Sounding[], one: Sounding) =>
  (meetings(all).get(one) ?? []).map(({ kind, task_id, terminals }) => [kind, task_id, terminals]);

test('speech ducks programme where terminals can mix, and pre-empts it where they cannot', () => {
  const music = run(1, 'programme', 10, 0b1111, 0b0011);
  const text = run(2, 'speech', 20, 0b0111, 0b0011);
  expect(kinds([music, text], text)).toEqual([
    ['ducks', 1, 2],
    ['preempts', 1, 1],
  ]);
  expect(kinds([music, text], music)).toEqual([
    ['ducked_by', 2, 2],
    ['preempted_by', 2, 1],
  ]);
});

test('programme above speech, and exclusive sound, pre-empts the terminals', () => {
  const music = run(1, 'programme', 30, 0b11, 0b11);
  const text = run(2, 'speech', 20, 0b11, 0b11);
  const silence = run(3, 'alone', 40, 0b11, 0b11);
  expect(kinds([music, text], music)).toEqual([['preempts', 2, 2]]);
  expect(kinds([music, text, silence], silence)).toEqual([
    ['preempts', 1, 2],
    ['preempts', 2, 2],
  ]);
});
