import { z } from 'zod';

/** Point on the earth in degrees of WGS-84, as GPS and CAP give it. */
export interface Place {
  latitude: number;
  longitude: number;
}

const DEGREES = String.raw`-?\d{1,3}(?:\.\d{1,10})?`;
const PAIR = new RegExp(`^(${DEGREES}),(${DEGREES})$`);

/** Reads `latitude,longitude`; null: anything else. */
export function parsePlace(text: string): Place | null {
  const [, latitude, longitude] = PAIR.exec(text) ?? [];
  if (latitude === undefined) return null;
  const place = { latitude: Number(latitude), longitude: Number(longitude) };
  return Math.abs(place.latitude) <= 90 && Math.abs(place.longitude) <= 180 ? place : null;
}

/** Latitude and longitude as a text; empty: none. */
export const placeText = z
  .string()
  .overwrite((text) => text.replace(/\s/g, ''))
  .refine((text) => text === '' || parsePlace(text) !== null, 'rules.place');
