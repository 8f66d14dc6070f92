/** Terminals of one zone that joined or left an alarm: their number, and the names of the first few. */
export interface MovedInZone {
  /** Null: terminals without a zone, and deleted ones. */
  org: number | null;
  n: number;
  names: string[];
}

/** Stored parameters of an alarm's event: those of its text, or terminals by zone. */
export type StoredParams = Record<string, string | number | MovedInZone[]>;
