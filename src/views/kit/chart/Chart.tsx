import { laterPart } from '../../app/laterPart.tsx';
import { Hidden } from '../layout/Hidden.tsx';
import type { CanvasProps } from './ChartCanvas.tsx';

const whole = { width: '100%', height: '100%' } as const;
/** Undoes the zoom of the console: ECharts would compute wrong pointer positions. */
const frame = { ...whole, overflow: 'hidden', zoom: 'calc(1 / var(--tocsinScale, 1))' };

/** Loading and compiling ECharts would delay the first frame of a screen. */
const ChartCanvas = laterPart(async () => (await import('./ChartCanvas.tsx')).ChartCanvas);

/**
 * An ECharts chart in the colours of the theme, as large as its parent. `option` is called with them, and
 * again when it or the colour scheme changes: keep its identity (`useCallback`). For assistive technology it
 * is an image that `label` describes, and `facts` are the sentences that say what it shows.
 */
export function Chart(props: CanvasProps & { label: string; facts?: readonly string[] }) {
  const { label, facts = [], ...canvas } = props;
  return (
    <div style={{ ...whole, position: 'relative' }}>
      <div role="img" aria-label={label} style={frame}>
        <ChartCanvas {...canvas} />
      </div>
      {facts.length > 0 && (
        <Hidden as="ul">
          {facts.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </Hidden>
      )}
    </div>
  );
}
