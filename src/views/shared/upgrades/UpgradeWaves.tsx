import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import type { StepCounts, WaveCount } from '../../../streams/upgrade.ts';
import { FaultGlyph } from '../../kit/status/Glyph.tsx';
import { tokens } from '../../theme/tokens.ts';
import { type BarPart, barParts, partsOf, usePartStyles } from './steps.ts';

const useStyles = makeStyles({
  rows: { display: 'flex', flexDirection: 'column' },
  row: {
    display: 'grid',
    gridTemplateColumns: 'minmax(72px, max-content) minmax(0, 1fr) 56px minmax(112px, max-content)',
    alignItems: 'center',
    columnGap: '12px',
    minHeight: '28px',
    fontSize: tokens.fontSizeBase200,
  },
  now: { fontWeight: tokens.fontWeightSemibold },
  number: { textAlign: 'right', whiteSpace: 'nowrap', color: tokens.colorNeutralForeground3 },
  fault: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'flex-end',
    gap: '4px',
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.tocsinFaultText,
  },
  keys: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '4px 12px',
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground3,
  },
  key: { display: 'inline-flex', alignItems: 'center', gap: '6px', whiteSpace: 'nowrap' },
  swatch: { width: '8px', height: '8px' },
});

const grouped = (count: number) => count.toLocaleString('en-US');

/** Bar of terminals by step. `label` is the text alternative. */
export function StepBar(props: { counts: Readonly<StepCounts>; label: string; width?: string }) {
  const s = usePartStyles();
  const parts = partsOf(props.counts);
  return (
    <div className={s.bar} role="img" aria-label={props.label} style={{ width: props.width ?? '100%' }}>
      {barParts.map(
        (part) =>
          parts[part] > 0 && <span key={part} className={s[part]} style={{ flexGrow: parts[part] }} />,
      )}
    </div>
  );
}

/** Legend of the bars, with numbers; parts without terminals are left out. */
export function StepKeys(props: { counts: Readonly<StepCounts> }) {
  const s = useStyles();
  const own = usePartStyles();
  const { t } = useTranslation();
  const parts = partsOf(props.counts);
  const shown = barParts.filter((part) => parts[part] > 0);
  return (
    <div className={s.keys}>
      {shown.map((part) => (
        <span key={part} className={mergeClasses(s.key, part === 'failed' && s.fault)}>
          {part === 'failed' ? <FaultGlyph /> : <span className={mergeClasses(s.swatch, own[part])} />}
          {t(`upgrade.parts.${part}`)} {grouped(parts[part])}
        </span>
      ))}
    </div>
  );
}

/** Result of a wave, or what it waits for. */
function useWaveText() {
  const { t } = useTranslation();
  return (one: WaveCount, current: number, parts: Record<BarPart, number>) => {
    if (one.wave > current && parts.waiting === one.total)
      return t('upgrade.waitsFor', { wave: one.wave - 1 });
    return t('upgrade.doneOf', { done: grouped(parts.done), total: grouped(one.total) });
  };
}

/** A line for each wave of a batch: bar, failures, and progress. */
export function UpgradeWaves(props: {
  waves: readonly WaveCount[];
  /** The current wave. */
  current: number;
  /** Some waves are not finished. */
  isRunning: boolean;
}) {
  const s = useStyles();
  const { t } = useTranslation();
  const textOf = useWaveText();
  const most = Math.max(1, ...props.waves.map((one) => one.total));
  return (
    <div className={s.rows} data-testid="waves">
      {props.waves.map((one) => {
        const parts = partsOf(one.counts);
        const name = t('upgrade.waveN', { wave: one.wave });
        const text = textOf(one, props.current, parts);
        const isNow = props.isRunning && one.wave === props.current;
        return (
          <div
            key={one.wave}
            className={mergeClasses(s.row, isNow && s.now)}
            {...(isNow ? { 'aria-current': 'step' as const } : {})}
          >
            <span>{name}</span>
            <StepBar
              counts={one.counts}
              label={`${name} ${text}`}
              // A wave of one terminal beside one of thousands must be visible.
              width={`max(24px, ${(one.total / most) * 100}%)`}
            />
            <span className={s.fault}>
              {parts.failed > 0 && (
                <>
                  <FaultGlyph />
                  {grouped(parts.failed)}
                </>
              )}
            </span>
            <span className={s.number}>{text}</span>
          </div>
        );
      })}
    </div>
  );
}
