import { Button, makeStyles } from '@fluentui/react-components';
import { AddRegular, SubtractRegular } from '@fluentui/react-icons';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SignalRow } from '../../../../contract/entities/terminals/signal.ts';
import { useApp } from '../../app/AppContext.tsx';
import { Chart } from '../../kit/chart/Chart.tsx';
import type { ChartColours } from '../../kit/chart/chartColours.ts';
import { EmptyState } from '../../kit/layout/EmptyState.tsx';
import { useScale } from '../../theme/scale.ts';
import { tokens } from '../../theme/tokens.ts';
import { mapOption, TERMINALS } from './mapOption.ts';
import { placesOf, type Size, scaleOf, viewOf } from './mapView.ts';

const useStyles = makeStyles({
  root: { position: 'relative', flexGrow: 1, minHeight: 0 },
  tools: { position: 'absolute', top: '8px', right: '8px', display: 'flex', gap: '4px' },
  scale: {
    position: 'absolute',
    right: '12px',
    bottom: '24px',
    padding: '0 4px',
    pointerEvents: 'none',
    fontSize: tokens.fontSizeBase100,
    lineHeight: tokens.lineHeightBase100,
    color: tokens.colorNeutralForeground2,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  bar: {
    height: '5px',
    boxSizing: 'border-box',
    borderLeft: `1px solid ${tokens.colorNeutralForeground2}`,
    borderRight: `1px solid ${tokens.colorNeutralForeground2}`,
    borderBottom: `1px solid ${tokens.colorNeutralForeground2}`,
  },
});

/** Greatest length of the scale bar, px. */
const SCALE_PX = 100;
/** Least and greatest zoom factor. */
const zooms = { least: 1, most: 4096 };

/**
 * Map of the terminals, drawn by the console without a map service: all of them, or zoomed to the selected
 * one. The grid beside it has the same data for the keyboard.
 */
export function SignalMap(props: {
  rows: readonly SignalRow[];
  chosen: number | undefined;
  onChoose: (id: number) => void;
}) {
  const s = useStyles();
  const { t } = useTranslation();
  const { streams } = useApp();
  const { rows, chosen, onChoose } = props;
  const pageScale = useScale();
  const [zoom, setZoom] = useState(1);
  const [size, setSize] = useState<Size>({ width: 1, height: 1 });
  const places = useMemo(() => placesOf(rows), [rows]);
  const view = useMemo(() => {
    const whole = viewOf(places, size);
    const middle = places.find((one) => one.id === chosen);
    return zoom === 1 || middle === undefined
      ? { ...whole, metresPerPx: whole.metresPerPx / zoom }
      : { middle, metresPerPx: whole.metresPerPx / zoom };
  }, [places, size, zoom, chosen]);
  const option = useCallback(
    (colours: ChartColours, now: Size) => {
      // Thousands of points are drawn only after the view has this size.
      if (now.width !== size.width || now.height !== size.height) {
        setSize(now);
        return {};
      }
      return mapOption(places, view, now, chosen, (org) => streams.zoneName(org), colours);
    },
    [places, view, size, chosen, streams],
  );
  const onPoint = useCallback(
    (series: string, index: number) => {
      const place = series === TERMINALS ? places[index] : undefined;
      if (place !== undefined) onChoose(place.id);
    },
    [places, onChoose],
  );
  if (places.length === 0) return <EmptyState title={t('signal.noPlaces')} hint={t('signal.noPlacesWhy')} />;
  const scale = scaleOf(view.metresPerPx * pageScale, SCALE_PX);
  return (
    <div className={s.root} data-testid="signal-map">
      <Chart option={option} label={t('signal.mapLabel', { count: places.length })} onPoint={onPoint} />
      <div className={s.scale}>
        {scale.text}
        <div className={s.bar} style={{ width: scale.px }} />
      </div>
      <div className={s.tools}>
        {zoom > 1 && (
          <Button size="small" onClick={() => setZoom(1)}>
            {t('signal.showAll')}
          </Button>
        )}
        <Button
          size="small"
          icon={<AddRegular />}
          aria-label={t('signal.nearer')}
          title={t('signal.nearer')}
          disabled={zoom >= zooms.most}
          onClick={() => setZoom(zoom * 2)}
        />
        <Button
          size="small"
          icon={<SubtractRegular />}
          aria-label={t('signal.farther')}
          title={t('signal.farther')}
          disabled={zoom <= zooms.least}
          onClick={() => setZoom(zoom / 2)}
        />
      </div>
    </div>
  );
}
