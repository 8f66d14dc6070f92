import { describe, expect, it } from 'vitest';
import { dueEnd, playbackOf, shownState } from '../../../server/air/engine/playbackRules.ts';

const nowUs = 60_000_000;
const sounding = { endUs: null, ending: 'finished', failure: null } as const;

describe('the playback rules of a broadcast', () => {
  const facts = [
    { isPaused: false, claimed: 2, heard: 2, live: 'plays', position: 'plays', shown: 'playing' },
    { isPaused: false, claimed: 2, heard: 1, live: 'plays', position: 'plays', shown: 'playing' },
    { isPaused: false, claimed: 2, heard: 0, live: 'plays', position: 'preempted', shown: 'waiting' },
    { isPaused: true, claimed: 2, heard: 2, live: 'paused', position: 'paused', shown: 'paused' },
    { isPaused: true, claimed: 2, heard: 0, live: 'paused', position: 'paused', shown: 'paused' },
    { isPaused: false, claimed: 0, heard: 0, live: 'no_targets', position: 'no_targets', shown: 'waiting' },
    {
      ...{ isPaused: false, isWaiting: true, claimed: 2, heard: 0 },
      ...{ live: 'start_wait', position: 'start_wait', shown: 'waiting' },
    },
    { isPaused: true, claimed: 0, heard: 0, live: 'no_targets', position: 'no_targets', shown: 'paused' },
  ];
  it.each(facts)('paused $isPaused, heard at $heard of $claimed', ({ live, position, shown, ...fact }) => {
    const done = (resumePolicy: string) => {
      const next = playbackOf({ isWaiting: false, ...fact, resumePolicy });
      return next.kind === 'plays' ? next.kind : next.reason;
    };
    expect({ live: done('live'), none: done('none'), position: done('position') }).toEqual({
      live,
      none: live,
      position,
    });
    expect(shownState(fact.isPaused, fact.heard)).toBe(shown);
  });
});

describe('when a broadcast ends by itself', () => {
  it.each([
    ['goes on while its end is not known', sounding, null],
    ['goes on until shortly before its last sample', { ...sounding, endUs: nowUs + 100_001 }, null],
    ['ends shortly before its last sample', { ...sounding, endUs: nowUs + 100_000 }, 'finished'],
    [
      'ends for the reason of the stream',
      { ...sounding, endUs: nowUs, ending: 'hung_up' as const },
      'hung_up',
    ],
    [
      'ends for its source when that failed',
      { ...sounding, endUs: nowUs, failure: new Error('gone') },
      'source',
    ],
  ])('%s', (_, stream, reason) => {
    expect(dueEnd(stream, nowUs)).toBe(reason);
  });
});
