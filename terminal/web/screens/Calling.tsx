import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Engine } from '../engine.ts';
import type { ChannelView, StationView } from '../messages.ts';
import { Meter } from './Charts.tsx';
import { Dial } from './Dial.tsx';
import { MicrophoneTrouble } from './InCall.tsx';
import { Icon } from './icons.tsx';

/** Hold time that makes a press push-to-talk, ms; a shorter press toggles the talk. */
const HOLD_MS = 400;

interface Props {
  engine: Engine;
  station: StationView;
  channel: ChannelView;
}

/** Paging of a station: targets, talk key and result. */
export function Calling({ engine, station, channel }: Props) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const { talk, orgs } = station;
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
        <ul className="chips">
          {orgs.map(({ id, name }) => (
            <li key={id}>
              <label>
                <input
                  type="checkbox"
                  checked={chosen.has(id)}
                  disabled={isLive}
                  onChange={() => toggle(id)}
                />
                {chosen.has(id) && <Icon name="check" />}
                {name}
              </label>
            </li>
          ))}
        </ul>
        <Heard talk={talk} />
      </section>
      <section>
        <MicrophoneTrouble engine={engine} channel={channel} />
        <Dial db={isLive ? channel.rmsDb : null}>
          <button
            type="button"
            className={isLive ? 'round call' : 'round primary call'}
            aria-pressed={isLive}
            data-testid="call-key"
            {...key}
          >
            <Icon name="microphone" />
            {isLocked ? t('terminalPage.allowMicrophone') : t(isLive ? 'talk.stop' : 'talk.speak')}
          </button>
        </Dial>
        <p className="small quiet centre">{t('talk.keyHint')}</p>
        <Meter db={channel.rmsDb ?? -120} peakDb={channel.peakDb ?? -120} expected={channel.rmsDb === null} />
      </section>
    </div>
  );
}

/** Number of terminals where the talk is heard, or the reason of its end. */
export function Heard({ talk }: { talk: StationView['talk'] }) {
  const { t } = useTranslation();
  const isLive = talk.phase === 'speaking';
  const share = isLive && talk.targets > 0 ? (talk.sounding / talk.targets) * 100 : 0;
  return (
    <>
      <p role="status" data-testid="call-state" className={talk.phase === 'over' ? 'over' : ''}>
        {isLive && t('talk.heardAt', { sounding: talk.sounding, targets: talk.targets })}
        {talk.phase === 'over' && talk.message}
      </p>
      {isLive && (
        <div className="progress">
          <div style={{ width: `${share}%` }} />
        </div>
      )}
      {isLive && talk.offline > 0 && (
        <p>
          <span className="chip">
            <Icon name="fault" />
            {t('talk.offline', { offline: talk.offline })}
          </span>
        </p>
      )}
    </>
  );
}

/** Handlers of the talk key: toggle by short presses, or hold. */
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
