import { makeStyles, Spinner } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import type { RecordFile, waveformValue } from '../../../../contract/entities/sound/recordFile.ts';
import { soundAddress } from '../../../api/files.ts';
import { useApp } from '../../app/AppContext.tsx';
import { PlayerControls } from '../../kit/player/PlayerControls.tsx';
import { usePlayer } from '../../kit/player/usePlayer.ts';
import { Waveform } from '../../kit/player/Waveform.tsx';
import { tokens } from '../../theme/tokens.ts';

const useStyles = makeStyles({
  wave: {
    height: '40px',
    padding: '6px 12px 2px',
    flexShrink: 0,
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground2,
  },
  wait: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    height: '100%',
    color: tokens.colorNeutralForeground3,
  },
});

/** Player for a recording, with its waveform. Mount it with a `key`; it starts by itself. */
export function RecordingPlayer(props: { row: RecordFile; onClose: () => void }) {
  const s = useStyles();
  const { t } = useTranslation();
  const { api } = useApp();
  const { row, onClose } = props;
  const seconds = (row.duration_ms ?? 0) / 1000;
  const player = usePlayer(
    () => soundAddress(api, 'record_file', row.id, 'listen', { quiet: true }),
    seconds,
  );
  const { data, isPending } = useQuery({
    queryKey: ['record_file', row.id, 'waveform'],
    queryFn: () =>
      api.get<z.output<typeof waveformValue>>(`/v1/record_file/${row.id}/waveform`, undefined, {
        quiet: true,
      }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const { time, duration } = player.state;
  return (
    <>
      {(isPending || data !== undefined) && (
        <div className={s.wave}>
          {data === undefined ? (
            <span className={s.wait}>
              <Spinner size="extra-tiny" aria-hidden />
              {t('recording.drawing')}
            </span>
          ) : (
            <Waveform
              peaks={data.peaks}
              at={duration > 0 ? time / duration : 0}
              onSeek={(at) => player.seek(at * duration)}
            />
          )}
        </div>
      )}
      <PlayerControls title={row.name} player={player} onClose={onClose} />
    </>
  );
}
