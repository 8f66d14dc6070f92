import { meterShare } from '../kit/status/levelMeter.ts';
import { tokens } from '../theme/tokens.ts';
import { historyBars } from './useLevelHistory.ts';

const height = 20;
const step = 3;

/**
 * Draws a minute of level as bars around the middle line, with a dot for silence. Decorative: the row has the
 * text.
 */
export function LevelHistory(props: { levels: readonly (number | null)[] }) {
  const from = historyBars - props.levels.length;
  const path = props.levels
    .map((level, index) => {
      const half = level === null ? 0.5 : Math.max(0.5, (meterShare(level) * height) / 2);
      const x = (from + index) * step + 1;
      return `M${x} ${(height / 2 - half).toFixed(1)}V${(height / 2 + half).toFixed(1)}`;
    })
    .join('');
  return (
    <svg
      viewBox={`0 0 ${historyBars * step} ${height}`}
      width="100%"
      height={height}
      preserveAspectRatio="none"
      aria-hidden="true"
      style={{ maxWidth: 240 }}
    >
      <path
        d={path}
        stroke={tokens.tocsinData2}
        strokeWidth="1.5"
        fill="none"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
