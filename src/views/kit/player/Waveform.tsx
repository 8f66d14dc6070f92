import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { type PointerEvent, useMemo } from 'react';
import { tokens } from '../../theme/tokens.ts';

const useStyles = makeStyles({
  root: { position: 'relative', height: '40px', cursor: 'pointer', touchAction: 'none' },
  bars: { position: 'absolute', inset: 0, width: '100%', height: '100%', fill: tokens.colorNeutralStroke1 },
  played: { fill: tokens.colorNeutralForeground1 },
});

/** Half the height of the drawing. */
const half = 50;

/** Draws the bars of a waveform as one path; the least height is 1, so that silence is a line. */
function barsOf(peaks: readonly number[]): string {
  return peaks
    .map((peak, i) => {
      // Loudness is not linear in amplitude: soft sound would have no visible bar.
      const height = Math.max(1, half * Math.sqrt(peak / 100));
      return `M${i + 0.15} ${half - height}h.7v${2 * height}h-.7z`;
    })
    .join('');
}

/**
 * Waveform of a sound, the part already played darker (position 0–1). A click seeks; the keyboard uses the
 * slider beside it.
 * `peaks`: 0–100.
 */
export function Waveform(props: { peaks: readonly number[]; at: number; onSeek: (at: number) => void }) {
  const s = useStyles();
  const { peaks, at } = props;
  const path = useMemo(() => barsOf(peaks), [peaks]);
  const seek = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    props.onSeek(Math.min(1, Math.max(0, (event.clientX - left) / width)));
  };
  const drawing = (className: string, style?: { clipPath: string }) => (
    <svg
      className={className}
      style={style}
      viewBox={`0 0 ${peaks.length} ${2 * half}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  );
  return (
    <div
      className={s.root}
      aria-hidden="true"
      data-testid="waveform"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        seek(event);
      }}
      onPointerMove={(event) => {
        if (event.buttons === 1) seek(event);
      }}
    >
      {drawing(s.bars)}
      {drawing(mergeClasses(s.bars, s.played), { clipPath: `inset(0 ${100 - 100 * at}% 0 0)` })}
    </div>
  );
}
