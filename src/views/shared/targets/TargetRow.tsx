import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import type { BroadcastTargetRow } from '../../../../contract/entities/tasks/broadcast.ts';
import { useSiteClock } from '../../app/AppContext.tsx';
import { ScreenLink } from '../../app/ScreenLink.tsx';
import { wrappedName } from '../../kit/layout/NameText.tsx';
import { FaultGlyph, Glyph } from '../../kit/status/Glyph.tsx';
import { statuses } from '../../kit/status/status.ts';
import { durationText } from '../../kit/time/lengths.ts';
import { tokens } from '../../theme/tokens.ts';
import { firstSoundText, missedText, targetReason, targetStatus } from './targetText.ts';

const useStyles = makeStyles({
  root: {
    display: 'grid',
    gridTemplateColumns: '16px minmax(0, 1fr) auto',
    columnGap: '8px',
    padding: '6px 16px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  glyph: { gridRow: '1 / 3', paddingTop: '2px', color: tokens.colorNeutralForeground2 },
  name: wrappedName,
  right: { textAlign: 'right', whiteSpace: 'nowrap' },
  small: {
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground3,
  },
  fault: { color: tokens.tocsinFaultText, fontWeight: tokens.fontWeightSemibold },
});

/** Row of one terminal of a task: state, reason, and proof of sound, or of carrying out (`done`). */
export function TargetRow(props: { row: BroadcastTargetRow; proof: 'heard' | 'done' }) {
  const s = useStyles();
  const { t } = useTranslation();
  const clock = useSiteClock();
  const { row } = props;
  const isDone = props.proof === 'done';
  const zone = clock.timeZone();
  const status = targetStatus(row);
  const isFault = statuses[status].tone === 'fault';
  const reason = targetReason(row.reason, t, zone);
  // A fault has its own status and a reason; otherwise the reason already names the state.
  const word = row.state === 'ended' || (reason !== '' && !isFault) ? '' : t(`status.${status}`);
  const missed = missedText(row, t);
  return (
    <li className={s.root} data-testid="target" data-state={row.state}>
      <span className={s.glyph}>
        {isFault ? <FaultGlyph size={16} /> : <Glyph name={statuses[status].glyph} />}
      </span>
      <span className={s.name} title={`${row.name} ${row.code}`}>
        <ScreenLink screen="menu_device_management" search={{ id: String(row.terminal_id) }}>
          {row.name}
        </ScreenLink>{' '}
        {row.code !== row.name && <span className={s.small}>{row.code}</span>}
      </span>
      <span className={mergeClasses(s.right, s.small)}>
        {!isDone && t('task.heardFor', { length: durationText(t, row.played_ms) })}
      </span>
      <span className={mergeClasses(s.small, isFault && s.fault)}>
        {[word, reason].filter(Boolean).join(t('devices.claimAnd'))}
        {word === '' && reason === '' && t(isDone ? 'task.done' : 'task.heardToEnd')}
        {row.offline_ms > 0 && (
          <div>{t('offlineCache.played', { length: durationText(t, row.offline_ms) })}</div>
        )}
      </span>
      <span className={mergeClasses(s.right, s.small)} title={isDone ? undefined : t('task.firstSound')}>
        {firstSoundText(row.first_sound_at, t(isDone ? 'task.notDone' : 'task.neverHeard'), zone)}
      </span>
      {!isDone && (
        <>
          <span />
          <span className={s.small}>
            {t('task.packets', { received: row.received, lost: row.lost, late: row.late })}
            {missed !== '' && <div>{missed}</div>}
          </span>
        </>
      )}
    </li>
  );
}
