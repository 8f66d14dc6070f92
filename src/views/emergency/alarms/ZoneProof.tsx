import { Button, makeStyles, mergeClasses } from '@fluentui/react-components';
import { MicRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drillMode } from '../../../../contract/codes.ts';
import type { AlarmLive, AlarmZone } from '../../../../contract/entities/tasks/alarm.ts';
import { usePermission, useSiteClock } from '../../app/AppContext.tsx';
import { FaultGlyph, Glyph } from '../../kit/status/Glyph.tsx';
import { clockTime } from '../../kit/time/clockTime.ts';
import {
  heldSentence,
  missing,
  proofTitle,
  sentenceText,
  silenceOf,
  silenceSentences,
  zoneSentences,
} from '../../shared/alarms/sentences.ts';
import { useAlarms } from '../../shared/alarms/useAlarms.ts';
import { TalkDialog } from '../../shared/talk/TalkDialog.tsx';
import { useZones } from '../../shared/zones/useZones.ts';
import { tokens } from '../../theme/tokens.ts';
import { useAlarmStyles } from './alarmStyles.ts';
import { useAlarmEvents } from './useAlarmRecord.ts';

const useStyles = makeStyles({
  grid: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(210px, 1fr))',
    gap: '8px',
    margin: 0,
    padding: 0,
    listStyle: 'none',
  },
  silentGrid: { gridTemplateColumns: 'repeat(auto-fill, minmax(260px, 1fr))' },
  zone: {
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
    padding: '8px 12px',
    minWidth: 0,
  },
  partly: { border: `1px solid ${tokens.tocsinFaultEdge}`, padding: 0 },
  mute: { border: `2px solid ${tokens.tocsinFaultEdge}`, backgroundColor: tokens.tocsinFaultTint },
  zoneHead: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    padding: '8px 12px',
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: tokens.fontWeightSemibold,
  },
  muteHead: { color: tokens.tocsinFaultOnSolid, backgroundColor: tokens.tocsinFaultSolid },
  name: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', minWidth: 0 },
  count: { marginLeft: 'auto', whiteSpace: 'nowrap' },
  why: { padding: '8px 12px', display: 'flex', alignItems: 'center', gap: '12px' },
  bar: {
    display: 'flex',
    flexGrow: 1,
    alignSelf: 'center',
    height: '8px',
    gap: '2px',
    backgroundColor: tokens.tocsinMeterTrack,
  },
  heard: {
    backgroundColor: tokens.tocsinData1,
    '@media (forced-colors: active)': { forcedColorAdjust: 'none', backgroundColor: 'CanvasText' },
  },
  unheard: {
    backgroundColor: tokens.tocsinFaultSolid,
    minWidth: '4px',
    '@media (forced-colors: active)': { forcedColorAdjust: 'none', backgroundColor: 'GrayText' },
  },
  total: {
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: tokens.fontWeightSemibold,
    whiteSpace: 'nowrap',
  },
});

/** Zones of an alarm by proof of delivery; silent ones come first. */
export function ZoneProof({ alarm }: { alarm: AlarmLive }) {
  const s = useStyles();
  const a = useAlarmStyles();
  const { t } = useTranslation();
  const zones = useZones();
  const names = new Map((zones ?? []).map(({ id, name }) => [id, name]));
  const nameOf = (zone: AlarmZone) =>
    zone.org === null ? t('alarm.noZone') : (names.get(zone.org) ?? t('alarm.zoneN', { id: zone.org }));
  const silent = alarm.silenced ? [] : alarm.zones.filter((zone) => missing(zone) > 0);
  const heard = alarm.zones.filter((zone) => alarm.silenced || missing(zone) <= 0);
  const isSilent = alarm.drill === drillMode.silent;
  const others = useAlarms().filter(({ id }) => id !== alarm.id);
  /** The broadcast that sounds there instead; the emergency microphone if no other alarm does. */
  const heldText = (zone: AlarmZone) => {
    const names = others
      .filter(({ zones }) => zones.some(({ org, sounding }) => org === zone.org && sounding > 0))
      .map(({ plan_name }) => plan_name);
    return sentenceText(t, heldSentence(zone, names.join(t('kit.listComma'))));
  };
  const clock = useSiteClock();
  const { data } = useAlarmEvents(alarm);
  const silence = silenceOf(alarm, data?.events ?? []);
  const unheard = silent.reduce((sum, zone) => sum + missing(zone), 0);
  return (
    <>
      {silent.length > 0 && (
        <section className={a.section} data-testid="alarm-silent-zones">
          <div className={a.head}>
            <h2 className={a.title}>{t(isSilent ? 'alarm.shouldConfirm' : 'alarm.shouldSound')}</h2>
            <span className={a.note}>{t('alarm.shouldSoundHow', { zones: silent.length, n: unheard })}</span>
          </div>
          <ul className={mergeClasses(s.grid, s.silentGrid)}>
            {silent.map((zone) => (
              <SilentZone key={zone.org ?? 0} zone={zone} name={nameOf(zone)} isDrill={isSilent} />
            ))}
          </ul>
        </section>
      )}
      <section className={a.section}>
        <div className={a.head}>
          <h2 className={a.title}>{t(proofTitle(alarm).key)}</h2>
          <span className={a.note}>{t('alarm.soundingHow', { zones: heard.length })}</span>
          <span className={s.bar} aria-hidden="true">
            <span className={s.heard} style={{ flexGrow: alarm.sounding }} />
            {unheard > 0 && <span className={s.unheard} style={{ flexGrow: unheard }} />}
            <span style={{ flexGrow: Math.max(0, alarm.targets - alarm.sounding - unheard) }} />
          </span>
          <span className={s.total} data-testid="alarm-total">
            {silence === null
              ? `${alarm.sounding} / ${alarm.targets}`
              : silenceSentences(silence, (at) => clockTime(at, clock.timeZone()))
                  .map((one) => sentenceText(t, one))
                  .join(t('kit.listComma'))}
          </span>
        </div>
        <ul className={s.grid}>
          {heard.map((zone) => (
            <li key={zone.org ?? 0} className={s.zone}>
              <div className={a.head}>
                <Glyph
                  name={alarm.silenced ? 'speakerOff' : zone.preempted > 0 ? 'bars' : 'checkmark'}
                  size={14}
                />
                <span className={s.name}>{nameOf(zone)}</span>
                <b className={s.count}>
                  {zone.sounding} / {zone.targets}
                </b>
              </div>
              {zone.preempted > 0 && <span className={a.note}>{heldText(zone)}</span>}
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

function SilentZone(props: { zone: AlarmZone; name: string; isDrill: boolean }) {
  const { zone, name } = props;
  const s = useStyles();
  const { t } = useTranslation();
  const may = usePermission();
  const [isTalking, setTalking] = useState(false);
  const isMute = zone.sounding === 0;
  const { org } = zone;
  return (
    <li className={mergeClasses(s.zone, s.partly, isMute && s.mute)}>
      <div className={mergeClasses(s.zoneHead, isMute && s.muteHead)}>
        {isMute ? <Glyph name="warning" /> : <FaultGlyph size={16} />}
        <span className={s.name}>{name}</span>
        <span className={s.count}>
          {zone.sounding} / {zone.targets}
        </span>
      </div>
      <div className={s.why}>
        <span>
          {zoneSentences(zone, props.isDrill)
            .map((one) => sentenceText(t, one))
            .join(t('kit.listComma'))}
        </span>
        {org !== null && may('emergency_broadcast') && (
          <Button size="small" icon={<MicRegular />} className={s.count} onClick={() => setTalking(true)}>
            {t('talk.speak')}
          </Button>
        )}
      </div>
      {isTalking && org !== null && (
        <TalkDialog targets={{ orgs: [org], devices: [], groups: [] }} onClose={() => setTalking(false)} />
      )}
    </li>
  );
}
