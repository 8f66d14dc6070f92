import { decibelText, signed } from '../format.ts';
import type { History } from '../history.ts';

/** Lowest drawn level, dBFS, and the target level of programme. */
const FLOOR = -60;
const TARGET = -16;
/** Level from which the meter is amber, dBFS. */
const HOT = -4;
const TICKS = [-60, -40, -20, -6, 0];
/** Height of the sync plot, µs each way. */
const SYNC_US = 5_000;
const MISSING_DB = -119;

/** Position of a level between the lowest drawn and 0 dBFS, 0 to 1. */
export const share = (db: number) => Math.min(Math.max((db - FLOOR) / -FLOOR, 0), 1);
const percent = (db: number) => `${(share(db) * 100).toFixed(2)}%`;

/** Levels of the last 22 s as bars; the newest is dark. */
export function LevelHistory({ levels }: { levels: readonly number[] }) {
  const width = levels.length;
  const bars = levels.map((db, i) => `M${i + 0.5} 100V${(100 - share(db) * 100).toFixed(1)}`);
  const target = 100 - share(TARGET) * 100;
  return (
    <svg className="chart levels" viewBox={`0 0 ${width} 100`} preserveAspectRatio="none" aria-hidden="true">
      <path d={bars.slice(0, -2).join('')} stroke="var(--bars)" strokeWidth="0.8" />
      <path d={bars.slice(-2).join('')} stroke="var(--data1)" strokeWidth="0.8" />
      <line
        x2={width}
        y1={target}
        y2={target}
        stroke="var(--fill)"
        strokeDasharray="2 3"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}

/** Output level meter: bar, 2 s peak, tick at the target, last 4 dB amber; an amber frame on unexpected silence. */
export function Meter({ db, peakDb, expected }: { db: number; peakDb: number; expected: boolean }) {
  const missing = expected && db < MISSING_DB;
  const shown = db < FLOOR ? '−∞ dB' : decibelText(db);
  return (
    <div className="meter">
      <div className="scale">
        <div className={missing ? 'bar missing' : 'bar'} aria-hidden="true">
          <i style={{ left: 0, width: percent(Math.min(db, HOT)), background: 'var(--fill)' }} />
          {db > HOT && (
            <i
              style={{
                left: percent(HOT),
                right: `calc(100% - ${percent(db)})`,
                background: 'var(--fault-solid)',
              }}
            />
          )}
          <i style={{ left: percent(TARGET), width: 1, background: 'var(--stroke-accessible)' }} />
          {peakDb > FLOOR && <i style={{ left: percent(peakDb), width: 2, background: 'var(--peak)' }} />}
        </div>
        <div className="ticks" aria-hidden="true">
          {TICKS.map((tick) => (
            <span key={tick} style={{ left: percent(tick) }}>
              {String(tick).replace('-', '−')}
            </span>
          ))}
        </div>
      </div>
      <b>{shown}</b>
    </div>
  );
}

/** Deviation of playback from the server's clock in the last 7 s. */
export function SyncPlot({ skews }: { skews: History['skews'] }) {
  const width = skews.length;
  const dots = skews.map((us, i) => {
    if (us === null) return '';
    const y = 50 + (Math.min(Math.max(us, -SYNC_US), SYNC_US) / SYNC_US) * -50;
    return `M${i + 0.5} ${y.toFixed(1)}h0`;
  });
  return (
    <div style={{ position: 'relative' }}>
      <svg className="chart sync" viewBox={`0 0 ${width} 100`} preserveAspectRatio="none" aria-hidden="true">
        <line
          x2={width}
          y1="50"
          y2="50"
          stroke="var(--stroke-accessible)"
          strokeDasharray="2 3"
          vectorEffect="non-scaling-stroke"
        />
        <path
          d={dots.join('')}
          stroke="var(--text2)"
          strokeWidth="3"
          strokeLinecap="round"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <span className="small quiet" style={{ position: 'absolute', right: 4, top: 2 }} aria-hidden="true">
        {signed(SYNC_US / 1e3, 0)} ms
      </span>
      <span className="small quiet" style={{ position: 'absolute', right: 4, bottom: 2 }} aria-hidden="true">
        {signed(-SYNC_US / 1e3, 0)} ms
      </span>
    </div>
  );
}
