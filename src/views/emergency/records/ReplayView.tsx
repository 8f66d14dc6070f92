import { Button, Checkbox, makeStyles, Slider, Spinner, Switch } from '@fluentui/react-components';
import { PauseRegular, PlayRegular } from '@fluentui/react-icons';
import { type KeyboardEvent, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AlarmRecordDetail } from '../../../../contract/entities/tasks/alarm.ts';
import { useSiteClock } from '../../app/AppContext.tsx';
import { ScreenLink } from '../../app/ScreenLink.tsx';
import { FaultGlyph } from '../../kit/status/Glyph.tsx';
import { clockTime } from '../../kit/time/clockTime.ts';
import { durationText } from '../../kit/time/lengths.ts';
import { tokens } from '../../theme/tokens.ts';
import { AlarmEvent } from '../alarms/AlarmEvents.tsx';
import { ReplayLine } from './ReplayLine.tsx';
import { happened, lastEvent, neighbouringEvent, type ReplayTrack, spanOf } from './replay.ts';
import { useReplay } from './useReplay.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: '8px' },
  controls: { display: 'flex', alignItems: 'center', gap: '8px' },
  time: { color: tokens.colorNeutralForeground3, fontVariantNumeric: 'tabular-nums' },
  end: { marginLeft: 'auto' },
  slider: { width: '100%', minWidth: 0 },
  list: { margin: 0, padding: 0, listStyle: 'none' },
  track: { display: 'flex', alignItems: 'center', gap: '4px' },
  from: {
    flexShrink: 0,
    whiteSpace: 'nowrap',
    marginLeft: 'auto',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
  },
  failed: { display: 'flex', alignItems: 'center', gap: '6px', color: tokens.tocsinFaultText },
});

/** Step of the arrow keys, ms. */
const stepMs = 5000;

/**
 * Replays an incident with its sound: play and pause (Space), five seconds (arrow keys), previous and next
 * event (Page Up, Page Down), start at any event. Each recording can be muted; silence is kept or skipped.
 */
export function ReplayView(props: { record: AlarmRecordDetail; tracks: readonly ReplayTrack[] }) {
  const s = useStyles();
  const { t } = useTranslation();
  const zone = useSiteClock().timeZone();
  const { record, tracks } = props;
  const { events } = record;
  const [muted, setMuted] = useState<ReadonlySet<number>>(new Set());
  const [skip, setSkip] = useState(true);
  const span = useMemo(() => spanOf(events, tracks), [events, tracks]);
  const heard = useMemo(() => tracks.filter(({ id }) => !muted.has(id)), [tracks, muted]);
  const replay = useReplay(heard, span, skip);
  const { at, isPlaying } = replay;
  const current = lastEvent(events, at);
  const onKeyDown = (event: KeyboardEvent) => {
    const isOnControl = event.target instanceof HTMLButtonElement || isCheckbox(event.target);
    const seekEvent = (step: -1 | 1) => replay.seek(neighbouringEvent(events, at, step) ?? at);
    if (event.key === ' ' && !isOnControl) replay.toggle();
    else if (event.key === 'ArrowLeft') replay.seek(at - stepMs);
    else if (event.key === 'ArrowRight') replay.seek(at + stepMs);
    else if (event.key === 'PageUp') seekEvent(-1);
    else if (event.key === 'PageDown') seekEvent(1);
    else if (event.key === 'Home') replay.seek(span.from);
    else return;
    event.preventDefault();
  };
  const total = durationText(t, span.to - span.from);
  const place = durationText(t, at - span.from);
  const label = t(isPlaying ? 'common.pause' : 'alarmRecord.replay');
  return (
    <section
      className={s.root}
      aria-label={t('alarmRecord.replay')}
      data-testid="replay"
      data-playing={isPlaying}
      data-at={Math.round(at - span.from)}
      onKeyDown={onKeyDown}
    >
      <div className={s.controls}>
        <Button
          size="small"
          icon={
            isPlaying && replay.isWaiting ? (
              <Spinner size="extra-tiny" aria-hidden />
            ) : isPlaying ? (
              <PauseRegular />
            ) : (
              <PlayRegular />
            )
          }
          onClick={replay.toggle}
        >
          {label}
        </Button>
        <span className={s.time}>
          {place} / {total}
        </span>
        <Switch
          className={s.end}
          label={t('alarmRecord.skipSilence')}
          labelPosition="before"
          checked={skip}
          onChange={(_, data) => setSkip(data.checked)}
        />
      </div>
      <ReplayLine events={happened(events)} tracks={tracks} muted={muted} span={span} at={at} />
      <Slider
        className={s.slider}
        size="small"
        min={0}
        max={Math.max(1, Math.round(span.to - span.from))}
        value={Math.round(at - span.from)}
        aria-label={t('kit.position')}
        aria-valuetext={t('kit.positionOf', { time: `${place}, ${clockTime(at, zone)}`, total })}
        onChange={(_, data) => replay.seek(span.from + data.value)}
      />
      <ul className={s.list} aria-label={t('alarmRecord.recordings')}>
        {tracks.map((track) => (
          <li key={track.id} className={s.track}>
            <Checkbox
              label={track.name}
              checked={!muted.has(track.id)}
              onChange={(_, data) => setMuted(toggled(muted, track.id, data.checked !== true))}
            />
            {replay.failed.includes(track.id) && (
              <span className={s.failed} role="alert">
                <FaultGlyph />
                {t('media.unableToPlay')}
              </span>
            )}
            <span className={s.from}>
              {clockTime(track.from, zone)} · {durationText(t, track.to - track.from)}
            </span>
          </li>
        ))}
      </ul>
      <ScreenLink screen="menu_record_file" search={{ alarm_id: String(record.id) }} without="nothing">
        {t('alarmRecord.toRecordings')}
      </ScreenLink>
      <ol className={s.list}>
        {events.map((event) => (
          <AlarmEvent
            key={event.id}
            event={event}
            drill={record.drill}
            replay={{ isCurrent: event.id === current?.id, onSelect: () => replay.seek(event.at) }}
          />
        ))}
      </ol>
    </section>
  );
}

const isCheckbox = (target: EventTarget) => target instanceof HTMLInputElement && target.type === 'checkbox';

function toggled(set: ReadonlySet<number>, id: number, isIn: boolean): ReadonlySet<number> {
  const next = new Set(set);
  if (isIn) next.add(id);
  else next.delete(id);
  return next;
}
