import { type SignalRow, signalStateOf } from '../../../../contract/entities/terminals/signal.ts';
import type { Position } from '../../../../contract/protocol/signalReport.ts';
import { placeOf } from './signalView.ts';

/** Metres of one degree of latitude; of longitude at the equator. */
const METRES = 111_320;
/** Least width of the automatic view, metres: a single terminal needs its surroundings. */
const LEAST_M = 400;
/** Steps of the scale, metres. */
const steps = [1, 2, 5];

export interface Place extends Position {
  id: number;
  row: SignalRow;
}

/** View of the map: its middle, and the metres per px, the same in both directions. */
export interface MapView {
  middle: Position;
  metresPerPx: number;
}
export interface Size {
  width: number;
  height: number;
}

/** Terminals with a known position; weak ones last, so that they are drawn above the others. */
export function placesOf(rows: readonly SignalRow[]): Place[] {
  const places = rows.flatMap((row) => {
    const place = placeOf(row);
    return place === null ? [] : [{ ...place, id: row.id, row }];
  });
  const rank = ({ row }: Place) => Number(signalStateOf(row) === 'weak');
  return places.sort((a, b) => rank(a) - rank(b));
}

/** Metres of one degree of longitude at a latitude. */
const eastOf = (latitude: number) => METRES * Math.max(0.01, Math.cos((latitude * Math.PI) / 180));

/** View that contains all places, with a margin; places on both sides of the date line are far apart. */
export function viewOf(places: readonly Position[], { width, height }: Size): MapView {
  let [south, north, west, east] = [90, -90, 180, -180];
  for (const { latitude, longitude } of places) {
    south = Math.min(south, latitude);
    north = Math.max(north, latitude);
    west = Math.min(west, longitude);
    east = Math.max(east, longitude);
  }
  const middle = { latitude: (south + north) / 2, longitude: (west + east) / 2 };
  const across = Math.max(LEAST_M, (east - west) * eastOf(middle.latitude));
  const high = Math.max(LEAST_M, (north - south) * METRES);
  return { middle, metresPerPx: 1.25 * Math.max(across / Math.max(1, width), high / Math.max(1, height)) };
}

/** Edges of the map, degrees. */
export function edgesOf({ middle, metresPerPx }: MapView, { width, height }: Size) {
  const up = (metresPerPx * height) / 2 / METRES;
  const right = (metresPerPx * width) / 2 / eastOf(middle.latitude);
  return {
    south: middle.latitude - up,
    north: middle.latitude + up,
    west: middle.longitude - right,
    east: middle.longitude + right,
  };
}

/** Longest scale of 1, 2 or 5 times a power of ten that is at most `mostPx` long. */
export function scaleOf(metresPerPx: number, mostPx: number): { px: number; text: string } {
  const most = metresPerPx * mostPx;
  const power = 10 ** Math.floor(Math.log10(most));
  const metres = power * (steps.findLast((step) => step * power <= most) ?? 1);
  const text = metres >= 1000 ? `${metres / 1000} km` : `${Number(metres.toPrecision(1))} m`;
  return { px: metres / metresPerPx, text };
}

/** Centre of the terminals of each zone, for its name. */
export function zonePlaces(places: readonly Place[]): { org: number; place: Position; count: number }[] {
  const sums = new Map<number, { latitude: number; longitude: number; count: number }>();
  for (const { row, latitude, longitude } of places) {
    if (row.org === null) continue;
    const sum = sums.get(row.org) ?? { latitude: 0, longitude: 0, count: 0 };
    sums.set(row.org, {
      latitude: sum.latitude + latitude,
      longitude: sum.longitude + longitude,
      count: sum.count + 1,
    });
  }
  return [...sums].map(([org, { latitude, longitude, count }]) => ({
    org,
    place: { latitude: latitude / count, longitude: longitude / count },
    count,
  }));
}
