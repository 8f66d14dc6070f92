import { Button, makeStyles } from '@fluentui/react-components';
import {
  DeleteRegular,
  MicRegular,
  PlayRegular,
  RecordStopRegular,
  StopRegular,
} from '@fluentui/react-icons';
import { useTranslation } from 'react-i18next';
import { MAX_RECORDED_S } from '../../../../api/microphone/pageRecorder.ts';
import { FaultGlyph, Glyph } from '../../../kit/status/Glyph.tsx';
import { LevelMeter } from '../../../kit/status/LevelMeter.tsx';
import { durationText } from '../../../kit/time/lengths.ts';
import { tokens } from '../../../theme/tokens.ts';
import { TOO_LOUD, TOO_QUIET } from '../MicrophoneField.tsx';
import type { PageRecorderState } from './usePageRecording.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: '8px' },
  line: { display: 'flex', alignItems: 'center', gap: '8px', minHeight: '20px' },
  buttons: { display: 'flex', flexWrap: 'wrap', gap: '8px', minHeight: '32px' },
  figure: { fontVariantNumeric: 'tabular-nums' },
  bad: { color: tokens.tocsinFaultText },
});

/**
 * Controls of a page that is recorded, listened to, and then sent or recorded again. It stays in this browser until it is sent: what
 * is discarded is stored nowhere.
 */
export function RecordFirst(props: { recording: PageRecorderState; isLive: boolean }) {
  const s = useStyles();
  const { t } = useTranslation();
  const { state, record, stop, discard, listen } = props.recording;
  const isRecording = state.phase === 'recording';
  const page = state.phase === 'recorded' ? state.page : null;
  const isHeard = state.phase === 'recorded' && state.isHeard;
  const lengthMs = isRecording ? state.length_ms : (page?.length_ms ?? 0);
  return (
    <div className={s.root} data-testid="record-first" data-phase={state.phase}>
      <LevelMeter
        key="recording"
        level={isRecording ? state.level : null}
        peak={isRecording ? state.peak : null}
        silent={false}
      />
      <div className={s.line} role="status">
        {state.phase === 'failed' ? (
          <>
            <FaultGlyph size={16} />
            <span className={s.bad}>{t(`talk.trouble.${state.trouble}`)}</span>
          </>
        ) : (
          <>
            <span className={s.figure}>
              {t('talk.recordedOf', {
                length: durationText(t, lengthMs),
                most: durationText(t, MAX_RECORDED_S * 1000),
              })}
            </span>
            {page !== null && <Verdict peak={page.peak} />}
          </>
        )}
      </div>
      <div className={s.buttons}>
        <Button
          icon={isRecording ? <RecordStopRegular /> : <MicRegular />}
          aria-pressed={isRecording}
          disabledFocusable={props.isLive}
          onClick={() => {
            if (!props.isLive) isRecording ? stop() : record();
          }}
        >
          {t(isRecording ? 'talk.recordEnd' : page === null ? 'talk.record' : 'talk.recordAgain')}
        </Button>
        <Button
          icon={isHeard ? <StopRegular /> : <PlayRegular />}
          disabledFocusable={page === null || props.isLive}
          onClick={() => {
            if (!props.isLive) listen();
          }}
        >
          {t(isHeard ? 'talk.listenEnd' : 'talk.listen')}
        </Button>
        <Button
          icon={<DeleteRegular />}
          disabledFocusable={(page === null && !isRecording) || props.isLive}
          onClick={() => {
            if (!props.isLive) discard();
          }}
        >
          {t('talk.discard')}
        </Button>
      </div>
    </div>
  );
}

/** Assessment of the highest peak of a recorded page. */
function Verdict({ peak }: { peak: number }) {
  const s = useStyles();
  const { t } = useTranslation();
  const isQuiet = peak < TOO_QUIET;
  const isBad = isQuiet || peak > TOO_LOUD;
  return (
    <>
      {isBad ? <FaultGlyph size={16} /> : <Glyph name="checkmark" size={14} />}
      <span className={isBad ? s.bad : undefined}>
        {t(isQuiet ? 'talk.tooQuiet' : isBad ? 'talk.tooLoud' : 'talk.levelGood')}
      </span>
    </>
  );
}
