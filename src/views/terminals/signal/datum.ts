import { inChina } from '../../../../contract/constants.ts';
import type { Position } from '../../../../contract/protocol/signalReport.ts';

/**
 * Krasovsky ellipsoid, on which GCJ-02 is based: semi-major axis in metres, and the square of its
 * eccentricity.
 */
const axis = 6_378_245;
const flat = 0.00669342162296594;

/** Offset of GCJ-02 from WGS-84 at a place, degrees; `x` and `y` count from 105° E and 35° N. */
function shift(x: number, y: number): { east: number; north: number } {
  const waves = (value: number, parts: readonly (readonly [number, number])[]) =>
    parts.reduce((sum, [height, length]) => sum + height * Math.sin((value * Math.PI) / length), 0);
  const both = waves(x, [
    [20, 1 / 6],
    [20, 1 / 2],
  ]);
  const north = waves(y, [
    [20, 1],
    [40, 3],
    [160, 12],
    [320, 30],
  ]);
  const east = waves(x, [
    [20, 1],
    [40, 3],
    [150, 12],
    [300, 30],
  ]);
  const root = Math.sqrt(Math.abs(x));
  return {
    north: -100 + 2 * x + 3 * y + 0.2 * y * y + 0.1 * x * y + 0.2 * root + ((both + north) * 2) / 3,
    east: 300 + x + 2 * y + 0.1 * x * x + 0.1 * x * y + 0.1 * root + ((both + east) * 2) / 3,
  };
}

/** Converts a WGS-84 position to GCJ-02, as maps of China show it; exact to a metre. Degrees. */
export function toGcj02({ latitude, longitude }: Position): Position {
  const { east, north } = shift(longitude - 105, latitude - 35);
  const radians = (latitude * Math.PI) / 180;
  const magic = 1 - flat * Math.sin(radians) ** 2;
  const metresNorth = (axis * (1 - flat)) / magic ** 1.5;
  const metresEast = (axis / Math.sqrt(magic)) * Math.cos(radians);
  return {
    latitude: latitude + (north * 180) / (metresNorth * Math.PI),
    longitude: longitude + (east * 180) / (metresEast * Math.PI),
  };
}

/**
 * Formats a position for copying into a map: GCJ-02 inside the coordinate box of China, else WGS-84 as
 * reported.
 */
export function shownPosition(place: Position): { datum: 'GCJ-02' | 'WGS-84'; text: string } {
  const isChina = inChina(place.longitude, place.latitude);
  const { latitude, longitude } = isChina ? toGcj02(place) : place;
  return {
    datum: isChina ? 'GCJ-02' : 'WGS-84',
    text: `${latitude.toFixed(6)}, ${longitude.toFixed(6)}`,
  };
}
