import { makeStyles } from '@fluentui/react-components';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { auditTime, combineLatest, map } from 'rxjs';
import { useApp } from '../app/AppContext.tsx';
import { ScreenLink } from '../app/ScreenLink.tsx';
import { FaultGlyph } from '../kit/Glyph.tsx';
import { LoadingRows } from '../kit/LoadingRows.tsx';
import { useObservable } from '../kit/useObservable.ts';
import { tokens } from '../theme/tokens.ts';
import { Section } from './Section.tsx';
import { countByZone, type ZoneCount } from './zoneCounts.ts';

const useStyles = makeStyles({
  row: {
    display: 'grid',
    gridTemplateColumns: 'minmax(80px, 160px) minmax(0, 1fr) 56px 56px',
    alignItems: 'center',
    columnGap: '12px',
    height: '24px',
    fontSize: tokens.fontSizeBase200,
  },
  name: {
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    color: tokens.colorNeutralForeground1,
  },
  bar: { display: 'flex', gap: '2px', height: '10px' },
  playing: { backgroundColor: tokens.tocsinData1 },
  paused: { backgroundColor: tokens.tocsinData2 },
  free: { backgroundColor: tokens.tocsinData4 },
  abnormal: {
    backgroundColor: tokens.tocsinFaultSolid,
    boxShadow: `inset 0 0 0 1px ${tokens.tocsinFaultEdge}`,
    minWidth: '4px',
  },
  number: { textAlign: 'right' },
  fault: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'flex-end',
    gap: '4px',
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.tocsinFaultText,
  },
  key: { display: 'inline-flex', alignItems: 'center', gap: '6px' },
  swatch: { width: '8px', height: '8px' },
  none: { padding: '16px 0', color: tokens.colorNeutralForeground3 },
});

const states = ['playing', 'paused', 'free'] as const;

/** Terminals by state and zone (look: 03). Each figure leads to its rows. */
export function ZoneBars() {
  const s = useStyles();
  const { t } = useTranslation();
  const { streams } = useApp();
  const counts$ = useMemo(
    () =>
      combineLatest([streams.partition.rows$, streams.device.rows$]).pipe(
        auditTime(500),
        map(([zones, devices]) => countByZone(zones, devices)),
      ),
    [streams],
  );
  const counts = useObservable<ZoneCount[] | null>(counts$, null);
  const sum = (state: keyof ZoneCount) => counts?.reduce((all, one) => all + Number(one[state]), 0) ?? 0;
  const total = (one: ZoneCount) => one.playing + one.paused + one.free + one.abnormal;
  const most = Math.max(1, ...(counts ?? []).map(total));
  const abnormal = sum('abnormal');
  return (
    <Section
      title={t('home.byState')}
      keys={states.map((state) => (
        <span key={state} className={s.key}>
          <span className={`${s.swatch} ${s[state]}`} />
          {t(`status.${state}`)} {sum(state).toLocaleString('en-US')}
        </span>
      ))}
      end={
        abnormal > 0 && (
          <span className={s.fault}>
            <FaultGlyph />
            {t('home.abnormal', { abnormal })}
          </span>
        )
      }
    >
      {counts === null && <LoadingRows rows={4} />}
      {counts?.length === 0 && <div className={s.none}>{t('home.noZones')}</div>}
      {counts?.map((one) => (
        <div key={one.id} className={s.row}>
          <ScreenLink screen="menu_device_management" search={{ org: String(one.id) }} className={s.name}>
            {one.name}
          </ScreenLink>
          <div className={s.bar} style={{ width: `${(total(one) / most) * 100}%` }}>
            {states.map(
              (state) =>
                one[state] > 0 && <span key={state} className={s[state]} style={{ flexGrow: one[state] }} />,
            )}
            {one.abnormal > 0 && <span className={s.abnormal} style={{ flexGrow: one.abnormal }} />}
          </div>
          <span className={s.fault}>
            {one.abnormal > 0 && (
              <>
                <FaultGlyph />
                {one.abnormal.toLocaleString('en-US')}
              </>
            )}
          </span>
          <span className={s.number}>{total(one).toLocaleString('en-US')}</span>
        </div>
      ))}
    </Section>
  );
}
