import { type Place, parsePlace } from '../../../contract/rules/place.ts';

/** Mean radius of the earth, km. */
const EARTH_KM = 6_371;

/** Polygon or circle of an area of an alert. */
export type CapShape =
  | { corners: readonly Place[] }
  /** `km`: its radius. */
  | { centre: Place; km: number };

/** Reads a `polygon`: pairs of latitude and longitude with blanks between them. Null: none. */
export function readPolygon(text: string): CapShape | null {
  const corners = text.split(/\s+/).flatMap((pair) => parsePlace(pair) ?? []);
  // The last corner is the first one again.
  return corners.length >= 4 ? { corners } : null;
}

/** Reads a `circle`: latitude and longitude, a blank, and the radius in km. Null: none. */
export function readCircle(text: string): CapShape | null {
  const [pair = '', radius = ''] = text.split(/\s+/);
  const centre = parsePlace(pair);
  const km = /^\d{1,5}(\.\d{1,10})?$/.test(radius) ? Number(radius) : Number.NaN;
  return centre === null || Number.isNaN(km) ? null : { centre, km };
}

/** Difference of two longitudes by the shorter way, degrees: an area may lie across the date line. */
const between = (longitude: number, from: number): number => ((longitude - from + 540) % 360) - 180;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

function distanceKm(a: Place, b: Place): number {
  const north = Math.sin(radians(b.latitude - a.latitude) / 2) ** 2;
  const east = Math.sin(radians(b.longitude - a.longitude) / 2) ** 2;
  const across = Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * east;
  return 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(north + across)));
}

/** Corners by their distance from the first one, degrees to the east and to the north. */
function outline(corners: readonly Place[]): { east: number; north: number }[] {
  const [first] = corners;
  let east = 0;
  let before = first?.longitude ?? 0;
  return corners.map(({ latitude, longitude }) => {
    east += between(longitude, before);
    before = longitude;
    return { east, north: latitude - (first?.latitude ?? 0) };
  });
}

/** Tells if a place lies within a shape. */
export function contains(shape: CapShape, place: Place): boolean {
  if ('centre' in shape) return distanceKm(shape.centre, place) <= shape.km;
  const [first] = shape.corners;
  if (first === undefined) return false;
  const corners = outline(shape.corners);
  const north = place.latitude - first.latitude;
  const east = between(place.longitude, first.longitude);
  // Within, if a line from the place to the east crosses an odd number of sides.
  const isWithin = (from: number) =>
    corners.filter((a, i) => {
      const b = corners[(i + 1) % corners.length] ?? a;
      if (a.north > north === b.north > north) return false;
      return a.east + ((north - a.north) / (b.north - a.north)) * (b.east - a.east) > from;
    }).length %
      2 ===
    1;
  // An area that is more than half around the earth may reach the place from either side.
  return [east - 360, east, east + 360].some(isWithin);
}
