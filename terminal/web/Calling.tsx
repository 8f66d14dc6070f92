import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Meter } from './Charts.tsx';
import type { Engine } from './engine.ts';
import { Icon } from './icons.tsx';
import type { CallView, ChannelView } from './messages.ts';

/** Held for longer it is push to talk: letting go ends it. A shorter press stays until the next one; ms. */
const HOLD_MS = 400;

/** A call station: whom to speak to, one large key, and what comes of it. */
export function Calling({ engine, call, channel }: { engine: Engine; call: CallView; channel: ChannelView }) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const { talk, orgs } = call;
  const isLive = talk.phase === 'asking' || talk.phase === 'speaking';
  const isLocked = channel.state === 'locked' || channel.state === 'failed';
  const zones = [...chosen].filter((id) => orgs.some((zone) => zone.id === id));
  const key = useKey({
    isLive,
    start: () => {
      if (isLocked) engine.openMicrophone();
      else engine.talk(zones);
    },
    stop: () => engine.endTalk(),
  });
  const toggle = (id: number) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  return (
    <div className="columns">
      <section>
        <div className="heading">
          <h2>{t('terminalPage.speakTo')}</h2>
          <span className="quiet">{zones.length === 0 ? t('terminalPage.everybody') : zones.length}</span>
        </div>
        <ul className="zones">
          {orgs.map(({ id, name }) => (
            <li key={id}>
              <label>
                <input
                  type="checkbox"
                  checked={chosen.has(id)}
                  disabled={isLive}
                  onChange={() => toggle(id)}
                />{' '}
                {name}
              </label>
            </li>
          ))}
        </ul>
      </section>
      <section>
        {isLocked && <p className="notice">{t('terminalPage.microphoneHint')}</p>}
        <Meter db={channel.rmsDb ?? -120} peakDb={channel.peakDb ?? -120} expected={channel.rmsDb === null} />
        <button
          type="button"
          className="button primary wide call"
          aria-pressed={isLive}
          data-testid="call-key"
          {...key}
        >
          <Icon name="speaker" />
          {isLocked ? t('terminalPage.allowMicrophone') : t(isLive ? 'talk.stop' : 'talk.speak')}
        </button>
        <p className="quiet">{t('talk.keyHint')}</p>
        <p role="status" data-testid="call-state">
          {talk.phase === 'speaking' && t('talk.heardAt', { sounding: talk.sounding, targets: talk.targets })}
          {talk.phase === 'over' && talk.message}
        </p>
      </section>
    </div>
  );
}

/** The handlers of the key: short press and press again, or hold. */
function useKey(talk: { isLive: boolean; start(): void; stop(): void }) {
  const [since, setSince] = useState<number | null>(null);
  const down = () => {
    if (talk.isLive) talk.stop();
    else {
      setSince(performance.now());
      talk.start();
    }
  };
  const up = () => {
    if (since !== null && performance.now() - since > HOLD_MS) talk.stop();
    setSince(null);
  };
  const isKey = (event: React.KeyboardEvent) => event.key === ' ' || event.key === 'Enter';
  return {
    onPointerDown(event: React.PointerEvent<HTMLElement>) {
      event.currentTarget.setPointerCapture(event.pointerId);
      down();
    },
    onPointerUp: up,
    onPointerCancel: up,
    onKeyDown(event: React.KeyboardEvent) {
      if (!isKey(event)) return;
      event.preventDefault();
      if (!event.repeat) down();
    },
    onKeyUp(event: React.KeyboardEvent) {
      if (isKey(event)) up();
    },
  };
}
