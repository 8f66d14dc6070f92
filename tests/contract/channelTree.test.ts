import { expect, test } from 'vitest';
import { channelTree, readTunnelId, tunnelId } from '../../contract/entities/terminals/channelTree.ts';

test('capturers are roots, and their channels are tunnels below them', () => {
  const [hall, yard] = channelTree([
    { id: 7, name: 'Hall', channels: ['Stage', 'Desk'] },
    { id: 9, name: 'Yard', channels: [] },
  ]);
  expect(hall).toMatchObject({ id: '7', parentid: null, name: 'Hall', tunnel: false, child: 2 });
  expect(hall?.children).toEqual([
    { id: 'istunnel_7_1', parentid: '7', name: 'Stage', tunnel: true, child: 0, children: [] },
    { id: 'istunnel_7_2', parentid: '7', name: 'Desk', tunnel: true, child: 0, children: [] },
  ]);
  expect(yard).toMatchObject({ child: 0, children: [] });
});

test('a tunnel id names a capturer and a channel; other ids do not', () => {
  expect(readTunnelId(tunnelId(12, 3))).toEqual({ capturer: 12, channel: 3 });
  for (const id of ['12_3', '7', 'istunnel_7', 'istunnel_7_x', '']) expect(readTunnelId(id), id).toBeNull();
});
