import { laterPart } from '../../app/laterPart.tsx';
import type { CanvasProps } from './ChartCanvas.tsx';

/** Undoes the zoom of the console: ECharts would compute wrong pointer positions. */
const frame = { width: '100%', height: '100%', overflow: 'hidden', zoom: 'calc(1 / var(--tocsinScale, 1))' };

/** Loading and compiling ECharts would delay the first frame of a screen. */
const ChartCanvas = laterPart(async () => (await import('./ChartCanvas.tsx')).ChartCanvas);

/**
 * An ECharts chart in the colours of the theme, as large as its parent. `option` is called with them, and
 * again when it or the colour scheme changes: keep its identity (`useCallback`). For assistive technology it
 * is an image: `label` describes it.
 */
export function Chart({ label, ...canvas }: CanvasProps & { label: string }) {
  return (
    <div role="img" aria-label={label} style={frame}>
      <ChartCanvas {...canvas} />
    </div>
  );
}
