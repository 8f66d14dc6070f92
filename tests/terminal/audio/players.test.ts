import { expect, test } from 'vitest';
import { players } from '../../../terminal/headless/audio/players.ts';

function playerOf(command: string) {
  const player = players.find((one) => one.command === command);
  if (!player) throw new Error(command);
  return player.positionParser();
}

test('pacat prints the time of the stream; zero and repeated times are ignored', () => {
  const hear = playerOf('pacat');
  expect(hear('Connected to device hall (index: 0, suspended: no).\n')).toBeNull();
  expect(hear('Time: 0.000 sec; Latency: 50000 usec.        \r')).toBeNull();
  expect(hear('Time: 1.500 sec; Latency: 59559 usec. \rTime: 1.551 sec; Latency: 49499 usec. \r')).toBe(
    74_448,
  );
  expect(hear('Time: 1.551 sec; Latency: 49499 usec. \r')).toBeNull();
});

test('aplay writes a meter line per period; the buffer has not been heard yet', () => {
  const hear = playerOf('aplay');
  expect(hear('  buffer_size  : 2880\n  period_s')).toBeNull();
  expect(hear('ize  : 960\n')).toBeNull();
  expect(hear('#+     | 00%\r#+     | 01%\r#+     | 00%')).toBeNull();
  expect(hear('\r#+     | 00%')).toBe(960);
  expect(hear('\r#+     | 00%\r##     | 12%')).toBe(2_880);
});

test('ffplay prints the playback clock in hundredths of a second', () => {
  const hear = playerOf('ffplay');
  expect(hear('    nan M-A:    nan fd=   0 aq=    0KB')).toBeNull();
  expect(hear('   1.82 M-A:  0.000 fd=   0 aq=    0KB vq=    0KB\r   1.85 M-A:  0.000')).toBe(89_040);
});
