import { mergeClasses } from '@fluentui/react-components';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drillMode } from '../../../../contract/codes.ts';
import type { AlarmLive, AlarmZone } from '../../../../contract/entities/tasks/alarm.ts';
import { useSiteClock } from '../../app/AppContext.tsx';
import { useHeldRows } from '../../kit/rows/useHeldRows.ts';
import { Glyph } from '../../kit/status/Glyph.tsx';
import type { GlyphName } from '../../kit/status/glyphs.ts';
import { statuses } from '../../kit/status/status.ts';
import { clockTime } from '../../kit/time/clockTime.ts';
import { isQuiet, zonesByProof, zonesSentence } from '../../shared/alarms/factSentences.ts';
import {
  heldSentence,
  missing,
  proofTitle,
  sentenceText,
  sentSentence,
  silenceOf,
  silenceSentences,
} from '../../shared/alarms/sentences.ts';
import { useAlarms } from '../../shared/alarms/useAlarms.ts';
import { TalkDialog } from '../../shared/talk/TalkDialog.tsx';
import { useZones } from '../../shared/zones/useZones.ts';
import { useAlarmStyles } from './alarmStyles.ts';
import { SilentZone } from './SilentZone.tsx';
import { useAlarmEvents } from './useAlarmRecord.ts';
import { useZoneStyles } from './zoneStyles.ts';

const keyOf = ({ org }: AlarmZone) => org ?? 0;

/** Glyph of a zone in which nothing is silent that should sound. */
function glyphOf(alarm: AlarmLive, zone: AlarmZone): GlyphName {
  if (isQuiet(alarm)) return 'speakerOff';
  if (zone.behind_relay > 0) return statuses.behind_relay.glyph;
  return zone.preempted > 0 ? 'bars' : 'checkmark';
}

/** Zones of an alarm by proof of delivery; silent ones come first. */
export function ZoneProof({ alarm }: { alarm: AlarmLive }) {
  const s = useZoneStyles();
  const a = useAlarmStyles();
  const { t } = useTranslation();
  const zones = useZones();
  const names = new Map((zones ?? []).map(({ id, name }) => [id, name]));
  const nameOf = (zone: AlarmZone) =>
    zone.org === null ? t('alarm.noZone') : (names.get(zone.org) ?? t('alarm.zoneN', { id: zone.org }));
  const { silent, rest } = zonesByProof(alarm);
  // Each has a button: none may come under the pointer of another.
  const held = useHeldRows(silent, keyOf);
  // Here, so that the dialog stays when its zone begins to sound.
  const [talkTo, setTalkTo] = useState<number | null>(null);
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
  const sent = sentSentence(alarm);
  const total = `${alarm.sounding} / ${alarm.targets}`;
  const sentTotal = sent === null ? total : [total, sentenceText(t, sent)].join(t('kit.listComma'));
  return (
    <>
      {held.rows.length > 0 && (
        <section className={a.section} data-testid="alarm-silent-zones">
          <div className={a.head}>
            <h2 className={a.title}>{t(isSilent ? 'alarm.shouldConfirm' : 'alarm.shouldSound')}</h2>
            <span className={a.note}>{t('alarm.shouldSoundHow', { zones: silent.length, n: unheard })}</span>
          </div>
          <ul className={mergeClasses(s.grid, s.silentGrid)} {...held.props}>
            {held.rows.map(({ row, isGone }) => (
              <SilentZone
                key={keyOf(row)}
                zone={alarm.zones.find(({ org }) => org === row.org) ?? row}
                name={nameOf(row)}
                isDrill={isSilent}
                isGone={isGone}
                onTalk={setTalkTo}
              />
            ))}
          </ul>
        </section>
      )}
      <section className={a.section}>
        <div className={a.head}>
          <h2 className={a.title}>{t(proofTitle(alarm).key)}</h2>
          <span className={a.note}>{sentenceText(t, zonesSentence(alarm))}</span>
          <span className={s.bar} aria-hidden="true">
            <span className={s.heard} style={{ flexGrow: alarm.sounding }} />
            {unheard > 0 && <span className={s.unheard} style={{ flexGrow: unheard }} />}
            <span style={{ flexGrow: Math.max(0, alarm.targets - alarm.sounding - unheard) }} />
          </span>
          <span className={s.total} data-testid="alarm-total">
            {silence === null
              ? sentTotal
              : silenceSentences(silence, (at) => clockTime(at, clock.timeZone()))
                  .map((one) => sentenceText(t, one))
                  .join(t('kit.listComma'))}
          </span>
        </div>
        <ul className={s.grid}>
          {rest.map((zone) => (
            <li key={zone.org ?? 0} className={s.zone}>
              <div className={a.head}>
                <Glyph name={glyphOf(alarm, zone)} size={14} />
                <span className={s.name}>{nameOf(zone)}</span>
                <b className={s.count}>
                  {zone.sounding} / {zone.targets}
                </b>
              </div>
              {zone.sent > 0 && <span className={a.note}>{t('alarm.sentN', { n: zone.sent })}</span>}
              {zone.preempted > 0 && <span className={a.note}>{heldText(zone)}</span>}
              {zone.behind_relay > 0 && (
                <span className={a.note}>{t('alarm.behindRelayN', { n: zone.behind_relay })}</span>
              )}
            </li>
          ))}
        </ul>
      </section>
      {talkTo !== null && (
        <TalkDialog targets={{ orgs: [talkTo], devices: [], groups: [] }} onClose={() => setTalkTo(null)} />
      )}
    </>
  );
}
