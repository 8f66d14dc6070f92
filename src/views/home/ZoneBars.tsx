import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { Fragment, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { auditTime, combineLatest, map } from 'rxjs';
import { useApp } from '../app/AppContext.tsx';
import { ScreenLink } from '../app/ScreenLink.tsx';
import { useObservable } from '../app/useObservable.ts';
import { LoadingRows } from '../kit/layout/LoadingRows.tsx';
import { NameText } from '../kit/layout/NameText.tsx';
import { FaultGlyph, Glyph } from '../kit/status/Glyph.tsx';
import { NoDevices } from '../shared/terminals/DeviceEmpty.tsx';
import { countByZones, type ZoneCount } from '../shared/zones/zoneCounts.ts';
import { useBarStyles } from './barStyles.ts';
import { Section } from './Section.tsx';

const useStyles = makeStyles({
  row: { gridTemplateColumns: 'minmax(80px, 24%) minmax(0, 1fr) 56px 56px' },
  below: {
    display: 'none',
    '& > :first-child': { paddingLeft: '16px' },
    '@media (min-height: 1300px)': { display: 'grid' },
  },
});

const faces = { playing: 'first', paused: 'second', free: 'fourth' } as const;
const states = ['playing', 'paused', 'free'] as const;
const total = (one: ZoneCount) =>
  one.playing + one.paused + one.free + one.unknown + one.abnormal + one.behind_relay;

/**
 * Bars of terminals by state and zone, on a tall screen also by the child zones. Each figure links to its
 * rows.
 */
export function ZoneBars() {
  const s = useBarStyles();
  const own = useStyles();
  const { t } = useTranslation();
  const { streams } = useApp();
  const counts$ = useMemo(
    () =>
      combineLatest([streams.partition.rows$, streams.device.rows$]).pipe(
        auditTime(500),
        map(([zones, devices]) => countByZones(zones, devices)),
      ),
    [streams],
  );
  const counts = useObservable<ReturnType<typeof countByZones> | null>(counts$, null);
  const sum = (state: (typeof states)[number] | 'abnormal' | 'behind_relay') =>
    counts?.reduce((all, one) => all + one[state], 0) ?? 0;
  const most = Math.max(1, ...(counts ?? []).map(total));
  const abnormal = sum('abnormal');
  const behind = sum('behind_relay');
  const isEmpty = counts?.every((one) => total(one) === 0) === true;
  return (
    <Section
      title={t('panel.equipment_status')}
      keys={states.map((state) => (
        <span key={state} className={s.key}>
          <span className={mergeClasses(s.swatch, s[faces[state]])} />
          {t(`status.${state}`)} {sum(state).toLocaleString('en-US')}
        </span>
      ))}
      end={
        <>
          {behind > 0 && (
            <ScreenLink screen="menu_device_management" search={{ state: 'behind_relay' }}>
              <span className={s.behind}>
                <Glyph name="warningOutline" />
                {t('home.behindRelay', { n: behind })}
              </span>
            </ScreenLink>
          )}
          {abnormal > 0 && (
            <ScreenLink screen="menu_device_management" search={{ more: 'fault' }}>
              <span className={s.fault}>
                <FaultGlyph />
                {t('home.abnormal', { abnormal })}
              </span>
            </ScreenLink>
          )}
        </>
      }
    >
      {counts === null && <LoadingRows rows={4} />}
      {counts?.length === 0 && <div className={s.none}>{t('home.noZones')}</div>}
      {counts !== null && counts.length > 0 && isEmpty && (
        <div>
          <NoDevices />
        </div>
      )}
      <div className={s.rows}>
        {!isEmpty &&
          counts?.map((one) => (
            <Fragment key={one.id}>
              <Row count={one} most={most} className={own.row} />
              {one.below.map((below) => (
                <Row key={below.id} count={below} most={most} className={mergeClasses(own.row, own.below)} />
              ))}
            </Fragment>
          ))}
      </div>
    </Section>
  );
}

function Row(props: { count: ZoneCount; most: number; className: string }) {
  const s = useBarStyles();
  const { t } = useTranslation();
  const { count } = props;
  return (
    <div className={mergeClasses(s.row, props.className)}>
      <ScreenLink screen="menu_device_management" search={{ org: String(count.id) }} className={s.name}>
        <NameText name={count.name} />
      </ScreenLink>
      <div className={s.bar} style={{ width: `${(total(count) / props.most) * 100}%` }}>
        {states.map(
          (state) =>
            count[state] > 0 && (
              <span key={state} className={s[faces[state]]} style={{ flexGrow: count[state] }} />
            ),
        )}
        {count.unknown > 0 && <span style={{ flexGrow: count.unknown }} />}
        {count.behind_relay > 0 && (
          <span
            className={s.lost}
            style={{ flexGrow: count.behind_relay }}
            title={t('home.behindRelay', { n: count.behind_relay })}
          />
        )}
        {count.abnormal > 0 && <span className={s.abnormal} style={{ flexGrow: count.abnormal }} />}
      </div>
      <span className={s.fault}>
        {count.abnormal > 0 && (
          <ScreenLink screen="menu_device_management" search={{ org: String(count.id), more: 'fault' }}>
            <span className={s.fault}>
              <FaultGlyph />
              {count.abnormal.toLocaleString('en-US')}
            </span>
          </ScreenLink>
        )}
      </span>
      <span className={s.number}>
        <ScreenLink screen="menu_device_management" search={{ org: String(count.id) }}>
          {total(count).toLocaleString('en-US')}
        </ScreenLink>
      </span>
    </div>
  );
}
