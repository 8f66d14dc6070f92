import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallView } from '../../protocol/caller.ts';
import type { Engine } from '../engine.ts';
import { clockText } from '../format.ts';
import type { ChannelView, Level } from '../messages.ts';
import { Meter } from './Charts.tsx';
import { Dial } from './Dial.tsx';
import { Icon } from './icons.tsx';

type Call = Extract<CallView, { call: number }>;

interface Props {
  engine: Engine;
  call: Call;
  seconds: number;
  channel: ChannelView;
  /** Output level of the loudspeaker. */
  level: Level | null;
}

/** A ringing or connected call: other party, duration, both levels, answer and hang up. */
export function InCall({ engine, call, seconds, channel, level }: Props) {
  const { t } = useTranslation();
  const { phase, peer } = call;
  const isLocked = channel.state === 'locked' || channel.state === 'failed';
  const end = useRef<HTMLButtonElement>(null);
  useCallKeys(engine, phase);
  useEffect(() => {
    if (phase !== 'ringing') end.current?.focus();
    if (phase === 'ringing') navigator.vibrate?.([400, 200, 400]);
  }, [phase]);
  const answer = () => {
    if (isLocked) engine.openMicrophone();
    engine.answer();
  };
  return (
    <div className="columns" data-testid="in-call" data-phase={phase}>
      <section className="peer">
        <p role={phase === 'ringing' ? 'alert' : 'status'}>
          {t(`caster.state.${phase}`)}
          <b className="title">{peer.name || peer.number}</b>
        </p>
        <p className="quiet">
          {peer.number} <span aria-hidden="true">{clockText(seconds)}</span>
        </p>
        <Dial db={channel.rmsDb}>
          {phase === 'ringing' ? (
            // biome-ignore lint/a11y/noAutofocus: it rings, and answering is what the station is for
            <button type="button" className="round primary" onClick={answer} autoFocus>
              <Icon name="phone" />
              {t('terminalPage.answer')}
            </button>
          ) : (
            <button ref={end} type="button" className="round" onClick={() => engine.hangUp()}>
              <Icon name="hangup" />
              {t('dialogue.hangUp')}
            </button>
          )}
        </Dial>
        {phase === 'ringing' && (
          <button type="button" className="button wide" onClick={() => engine.hangUp()}>
            <Icon name="hangup" />
            {t('terminalPage.refuse')}
          </button>
        )}
        <p className="small quiet">
          {t(phase === 'ringing' ? 'terminalPage.answerKeys' : 'terminalPage.endKeys')}
        </p>
      </section>
      <section>
        {isLocked && <MicrophoneTrouble engine={engine} channel={channel} />}
        <div className="heading">
          <h2>{t('terminalPage.microphone')}</h2>
        </div>
        <Meter
          db={channel.rmsDb ?? -120}
          peakDb={channel.peakDb ?? -120}
          expected={phase === 'talking' && channel.rmsDb === null}
        />
        <div className="heading">
          <h2>{t('terminalPage.heard')}</h2>
        </div>
        <Meter db={level?.rmsDb ?? -120} peakDb={level?.peakDb ?? -120} expected={level === null} />
      </section>
    </div>
  );
}

/** Microphone of the station: level, or the reason of a failure. */
export function OwnMicrophone({ engine, channel }: { engine: Engine; channel: ChannelView }) {
  const { t } = useTranslation();
  return (
    <section>
      <MicrophoneTrouble engine={engine} channel={channel} />
      <div className="heading">
        <h2>{t('terminalPage.microphone')}</h2>
      </div>
      <Meter db={channel.rmsDb ?? -120} peakDb={channel.peakDb ?? -120} expected={channel.rmsDb === null} />
    </section>
  );
}

/** Failure of the microphone: reason and remedy. */
export function MicrophoneTrouble({ engine, channel }: { engine: Engine; channel: ChannelView }) {
  const { t } = useTranslation();
  if (channel.state !== 'locked' && channel.state !== 'failed') return null;
  return (
    <div className="notice" role="status">
      <p className="state">
        <Icon name="fault" />
        {t(`capturer.state.${channel.state}`)}
      </p>
      <p>{t('terminalPage.stationMicrophoneHint')}</p>
      <button type="button" className="button wide" onClick={() => engine.openMicrophone()}>
        {t('terminalPage.allowMicrophone')}
      </button>
    </div>
  );
}

/** Escape hangs up or refuses, wherever the focus is. */
function useCallKeys(engine: Engine, phase: Call['phase']): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') engine.hangUp();
      else if (event.key === 'Enter' && phase === 'ringing' && event.target === document.body)
        engine.answer();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [engine, phase]);
}
