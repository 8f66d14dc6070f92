import type { ReactNode } from 'react';
import { share } from './Charts.tsx';

const TICKS = 60;
const INNER = 117;
const OUTER = 131;

const ticks = Array.from({ length: TICKS }, (_, i) => {
  const angle = ((i - TICKS / 2) / TICKS) * 2 * Math.PI + Math.PI;
  const at = (radius: number) => `${132 + radius * Math.sin(angle)} ${132 - radius * Math.cos(angle)}`;
  return `M${at(INNER)}L${at(OUTER)}`;
});

/** Round element with a ring of ticks that shows a level. `db`: dBFS; null: no signal. */
export function Dial({ db, children }: { db: number | null; children: ReactNode }) {
  const lit = db === null ? 0 : Math.round(share(db) * TICKS);
  return (
    <div className="dial">
      <svg viewBox="0 0 264 264" aria-hidden="true">
        <path d={ticks.slice(lit).join('')} className="tick" />
        <path d={ticks.slice(0, lit).join('')} className="tick lit" />
      </svg>
      {children}
    </div>
  );
}
