import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { auditTime, combineLatest, map } from 'rxjs';
import { useApp } from '../app/AppContext.tsx';
import { ScreenLink } from '../app/ScreenLink.tsx';
import { useObservable } from '../app/useObservable.ts';
import { LoadingRows } from '../kit/layout/LoadingRows.tsx';
import { FaultGlyph } from '../kit/status/Glyph.tsx';
import { lossByZone, lossSteps, type ZoneLoss } from '../shared/zones/zoneCounts.ts';
import { useBarStyles } from './barStyles.ts';
import { Section } from './Section.tsx';
import { WeakSignal } from './WeakSignal.tsx';

const useStyles = makeStyles({
  row: { gridTemplateColumns: 'minmax(80px, 24%) minmax(0, 1fr) 72px 72px' },
  head: { minHeight: '24px', flexGrow: 0 },
});

const steps = [
  ['none', 'fourth', '0'],
  ['little', 'second', `${lossSteps.little}`],
  ['some', 'first', `${lossSteps.some}`],
  ['much', 'abnormal', `${lossSteps.much} %`],
] as const;

/** Link quality of the playing terminals by zone: lost packets, and the smallest buffer. */
export function LinkQuality() {
  const s = useBarStyles();
  const own = useStyles();
  const { t } = useTranslation();
  const { streams } = useApp();
  const losses$ = useMemo(
    () =>
      combineLatest([streams.partition.rows$, streams.device.rows$]).pipe(
        auditTime(1000),
        map(([zones, devices]) => lossByZone(zones, devices)),
      ),
    [streams],
  );
  const losses = useObservable<ZoneLoss[] | null>(losses$, null);
  const row = mergeClasses(s.row, own.row);
  const playing = losses?.filter((one) => one.mean !== null);
  return (
    <Section
      title={t('home.link')}
      end={<WeakSignal />}
      keys={
        <>
          <span>{t('home.linkWhat')}</span>
          {steps.map(([step, face, text]) => (
            <span key={step} className={s.key}>
              <span className={mergeClasses(s.swatch, s[face])} />
              {text}
            </span>
          ))}
        </>
      }
    >
      {losses === null && <LoadingRows rows={4} />}
      {playing?.length === 0 && <div className={s.none}>{t('home.linkNone')}</div>}
      {playing !== undefined && playing.length > 0 && (
        <div className={s.rows}>
          <div className={mergeClasses(row, own.head, s.quiet)} aria-hidden="true">
            <span />
            <span />
            <span className={s.number}>{t('home.lostNow')}</span>
            <span className={s.number}>{t('home.buffer')}</span>
          </div>
          {playing.map((one) => (
            <div key={one.id} className={row}>
              <ScreenLink screen="menu_device_management" search={{ org: String(one.id) }} className={s.name}>
                {one.name}
              </ScreenLink>
              <div className={s.bar}>
                {steps.map(
                  ([step, face]) =>
                    one[step] > 0 && <span key={step} className={s[face]} style={{ flexGrow: one[step] }} />,
                )}
              </div>
              <span className={one.much > 0 ? s.fault : s.number}>
                {one.much > 0 && <FaultGlyph />}
                {(one.mean ?? 0).toFixed(1)} %
              </span>
              <span className={mergeClasses(s.number, s.quiet)}>
                {one.buffer === null ? '—' : `${Math.round(one.buffer)} ms`}
              </span>
            </div>
          ))}
        </div>
      )}
    </Section>
  );
}
