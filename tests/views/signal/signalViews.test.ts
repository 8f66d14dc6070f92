import { describe, expect, it } from 'vitest';
import {
  type SignalHour,
  type SignalRow,
  signalStateOf,
} from '../../../contract/entities/terminals/signal.ts';
import { shownPosition, toGcj02 } from '../../../src/views/terminals/signal/datum.ts';
import { everyHour } from '../../../src/views/terminals/signal/hourOption.ts';
import {
  edgesOf,
  placesOf,
  scaleOf,
  viewOf,
  zonePlaces,
} from '../../../src/views/terminals/signal/mapView.ts';
import { signalStatus } from '../../../src/views/terminals/signal/signalView.ts';

const row = (id: number, more: Partial<SignalRow> = {}): SignalRow => ({
  id,
  org: 1,
  kind: 'device',
  code: `T${id}`,
  name: `T${id}`,
  online: true,
  ICCID: '',
  csq: 20,
  reported_at: 0,
  latitude: null,
  longitude: null,
  ...more,
});

describe('strength', () => {
  it.each([
    [0, 'weak'],
    [15, 'weak'],
    [16, 'medium'],
    [25, 'medium'],
    [26, 'strong'],
    [31, 'strong'],
    [null, 'none'],
  ])('csq %j is %s', (csq, strength) => {
    expect(signalStateOf({ csq })).toBe(strength);
    expect(signalStatus({ csq })).toBe(`signal_${strength}`);
  });
});

describe('datum', () => {
  // Pairs published by other implementations of the same shift.
  it.each([
    [31.1774276, 121.5272106, 31.17530398364597, 121.531541859215],
    [22.543847, 113.912316, 22.540796131694766, 113.9171764808363],
    [39.911954, 116.377817, 39.91334545536069, 116.38404722455657],
  ])('%d, %d is in GCJ-02 where maps of China show it, to a metre', (latitude, longitude, north, east) => {
    const shifted = toGcj02({ latitude, longitude });
    expect(Math.abs(shifted.latitude - north)).toBeLessThan(1e-5);
    expect(Math.abs(shifted.longitude - east)).toBeLessThan(1e-5);
  });

  it('inside the coordinate box of China GCJ-02 is shown, outside the reported position', () => {
    expect(shownPosition({ latitude: 31.1774276, longitude: 121.5272106 })).toEqual({
      datum: 'GCJ-02',
      text: '31.175304, 121.531542',
    });
    expect(shownPosition({ latitude: 52.52, longitude: 13.405 })).toEqual({
      datum: 'WGS-84',
      text: '52.520000, 13.405000',
    });
    expect(shownPosition({ latitude: 55.8272, longitude: 100 }).datum).toBe('WGS-84');
    expect(shownPosition({ latitude: 55.8271, longitude: 137.8347 }).datum).toBe('GCJ-02');
  });
});

describe('map', () => {
  const size = { width: 400, height: 300 };
  const at = (id: number, latitude: number, longitude: number, more: Partial<SignalRow> = {}) =>
    row(id, { latitude, longitude, ...more });

  it('contains all places, with the same scale in both directions', () => {
    const places = placesOf([at(1, 60, 10), at(2, 60.1, 10.4), row(3)]);
    expect(places.map((one) => one.id)).toEqual([1, 2]);
    const view = viewOf(places, size);
    const { south, north, west, east } = edgesOf(view, size);
    expect(south).toBeLessThan(60);
    expect(north).toBeGreaterThan(60.1);
    expect(west).toBeLessThan(10);
    expect(east).toBeGreaterThan(10.4);
    // A degree of longitude at 60° N is half as long as one of latitude.
    const perPx = (north - south) / size.height / ((east - west) / size.width);
    expect(perPx).toBeCloseTo(Math.cos((60.05 * Math.PI) / 180), 5);
  });

  it('of one terminal shows its surroundings, also at the pole', () => {
    expect(viewOf(placesOf([at(1, 31, 121)]), size).metresPerPx * size.height).toBeGreaterThanOrEqual(400);
    expect(Object.values(edgesOf(viewOf(placesOf([at(1, 90, 0)]), size), size)).every(Number.isFinite)).toBe(
      true,
    );
  });

  it.each([
    [1, 100, 100, '100 m'],
    [20, 100, 100, '2 km'],
    [0.07, 100, 71.43, '5 m'],
    [333, 100, 60.06, '20 km'],
  ])('with %d m per px a scale of at most %d px', (metresPerPx, most, px, text) => {
    const scale = scaleOf(metresPerPx, most);
    expect(scale.text).toBe(text);
    expect(scale.px).toBeCloseTo(px, 1);
  });

  it('draws weak ones above the others, and names zones at the centre of their terminals', () => {
    const places = placesOf([at(1, 10, 10, { csq: 3 }), at(2, 20, 30), at(3, 0, 0, { org: 2 })]);
    expect(places.map((one) => one.id)).toEqual([2, 3, 1]);
    expect(zonePlaces(places)).toEqual([
      { org: 1, place: { latitude: 15, longitude: 20 }, count: 2 },
      { org: 2, place: { latitude: 0, longitude: 0 }, count: 1 },
    ]);
  });
});

describe('hours', () => {
  it('lists every hour, those without a report empty', () => {
    const hour: SignalHour = { at: 7200, avg: 12, min: 10, max: 14, count: 3, reported_at: 7300 };
    expect(everyHour([hour], 3600 * 4 + 100, 4)).toEqual([
      { at: 3600, hour: null },
      { at: 7200, hour },
      { at: 10800, hour: null },
      { at: 14400, hour: null },
    ]);
  });
});
