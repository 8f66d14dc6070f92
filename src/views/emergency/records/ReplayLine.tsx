import { makeStyles } from '@fluentui/react-components';
import type { AlarmEventRow } from '../../../../contract/entities/tasks/alarm.ts';
import { tokens } from '../../theme/tokens.ts';
import type { ReplayTrack, Span } from './replay.ts';

const useStyles = makeStyles({
  // As wide as the rail of the slider below it.
  root: { width: 'calc(100% - 16px)', margin: '0 8px', display: 'block' },
  track: { fill: tokens.colorNeutralForeground3 },
  muted: { fill: tokens.colorNeutralStroke1 },
  emergency: { fill: tokens.tocsinAlarmText },
  event: { stroke: tokens.colorNeutralForeground1, strokeWidth: 1 },
  head: { stroke: tokens.colorBrandStroke1, strokeWidth: 2 },
});

const width = 320;
const rowHeight = 6;
const eventHeight = 8;

/** Draws an incident on a time line: events as ticks, recordings as bars below them, and the playhead. */
export function ReplayLine(props: {
  events: readonly AlarmEventRow[];
  tracks: readonly ReplayTrack[];
  muted: ReadonlySet<number>;
  span: Span;
  at: number;
}) {
  const s = useStyles();
  const { span, tracks } = props;
  const height = eventHeight + tracks.length * rowHeight;
  const x = (at: number) => (width * (at - span.from)) / Math.max(1, span.to - span.from);
  return (
    <svg
      className={s.root}
      viewBox={`0 0 ${width} ${height}`}
      height={height}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {props.events.map((event) => (
        <line
          key={event.id}
          className={s.event}
          x1={x(event.at)}
          x2={x(event.at)}
          y1={0}
          y2={eventHeight - 2}
        />
      ))}
      {tracks.map((track, i) => (
        <rect
          key={track.id}
          className={props.muted.has(track.id) ? s.muted : track.emergency ? s.emergency : s.track}
          x={x(track.from)}
          y={eventHeight + i * rowHeight}
          width={Math.max(1, x(track.to) - x(track.from))}
          height={rowHeight - 2}
        />
      ))}
      <line className={s.head} x1={x(props.at)} x2={x(props.at)} y1={0} y2={height} />
    </svg>
  );
}
