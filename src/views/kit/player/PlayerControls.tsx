import { Button, makeStyles, Slider, Spinner } from '@fluentui/react-components';
import { DismissRegular, PauseRegular, PlayRegular } from '@fluentui/react-icons';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { tokens } from '../../theme/tokens.ts';
import { NameText } from '../layout/NameText.tsx';
import { FaultGlyph } from '../status/Glyph.tsx';
import { durationText } from '../time/lengths.ts';
import type { Player } from './usePlayer.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    height: '40px',
    flexShrink: 0,
    padding: '0 8px',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground2,
  },
  title: {
    minWidth: 0,
    maxWidth: '30%',
    whiteSpace: 'nowrap',
    fontWeight: tokens.fontWeightSemibold,
  },
  time: { flexShrink: 0, color: tokens.colorNeutralForeground3, minWidth: '38px', textAlign: 'right' },
  slider: { flexGrow: 1, minWidth: '80px' },
  failed: {
    display: 'flex',
    alignItems: 'center',
    gap: '6px',
    flexGrow: 1,
    minWidth: 0,
    color: tokens.tocsinFaultText,
  },
  rest: { flexGrow: 1 },
});

/** Step of the arrow keys, seconds. */
const step = 5;

/** Play and pause (Space), seek (arrow keys) and time of a sound played here. */
export function PlayerControls(props: { title: string; player: Player; onClose?: () => void }) {
  const s = useStyles();
  const { t } = useTranslation();
  const { state, toggle, seek } = props.player;
  const isFailed = state.status === 'failed';
  const isPlaying = state.status === 'playing';
  const label = t(isPlaying ? 'common.pause' : 'common.play');
  const onKeyDown = (event: KeyboardEvent) => {
    const isOnButton = event.target instanceof HTMLButtonElement;
    if (event.key === ' ' && !isOnButton) toggle();
    else if (event.key === 'ArrowLeft') seek(state.time - step);
    else if (event.key === 'ArrowRight') seek(state.time + step);
    else if (event.key === 'Home') seek(0);
    else return;
    event.preventDefault();
  };
  const time = (seconds: number) => durationText(t, seconds * 1000);
  return (
    <section
      className={s.root}
      aria-label={t('kit.player', { title: props.title })}
      data-testid="player"
      data-status={state.status}
      onKeyDown={onKeyDown}
    >
      <Button
        appearance="subtle"
        size="small"
        icon={
          state.status === 'loading' ? (
            <Spinner size="extra-tiny" aria-hidden />
          ) : isPlaying ? (
            <PauseRegular />
          ) : (
            <PlayRegular />
          )
        }
        aria-label={label}
        title={label}
        onClick={toggle}
      />
      <span className={s.title}>
        <NameText name={props.title} />
      </span>
      {isFailed ? (
        <span className={s.failed} role="alert">
          <FaultGlyph />
          {state.reason ?? t('media.unableToPlay')}
        </span>
      ) : (
        <>
          <span className={s.time}>{time(state.time)}</span>
          <Slider
            className={s.slider}
            size="small"
            min={0}
            max={Math.max(Math.round(state.duration * 1000), 1)}
            value={Math.round(Math.min(state.time, state.duration) * 1000)}
            aria-label={t('kit.position')}
            aria-valuetext={t('kit.positionOf', { time: time(state.time), total: time(state.duration) })}
            onChange={(_, data) => seek(data.value / 1000)}
          />
          <span className={s.time}>{time(state.duration)}</span>
        </>
      )}
      {props.onClose !== undefined && (
        <Button
          appearance="subtle"
          size="small"
          icon={<DismissRegular />}
          aria-label={t('common.close')}
          title={t('common.close')}
          onClick={props.onClose}
        />
      )}
    </section>
  );
}
