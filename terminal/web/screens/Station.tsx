import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Engine } from '../engine.ts';
import type { ChannelView, Level, StationView } from '../messages.ts';
import { Calling } from './Calling.tsx';
import { Dialling } from './Dialling.tsx';
import { InCall } from './InCall.tsx';
import { Paging } from './Paging.tsx';

interface Props {
  engine: Engine;
  station: StationView;
  channel: ChannelView;
  level: Level | null;
}

/** A station: its call, else its keypad; casters also page zones. */
export function Station({ engine, station, channel, level }: Props) {
  const { t } = useTranslation();
  const [isDialling, setDialling] = useState(engine.role === 'dialogue');
  const { call, seconds } = station;
  if ('call' in call)
    return <InCall engine={engine} call={call} seconds={seconds} channel={channel} level={level} />;
  const isTalking = station.talk.phase === 'asking' || station.talk.phase === 'speaking';
  return (
    <>
      {engine.role === 'caster' && (
        <fieldset className="choice" aria-label={t('terminalPage.station')} disabled={isTalking}>
          {[false, true].map((one) => (
            <button
              key={String(one)}
              type="button"
              aria-pressed={isDialling === one}
              onClick={() => setDialling(one)}
            >
              {t(one ? 'dialogue.call' : 'talk.speak')}
            </button>
          ))}
        </fieldset>
      )}
      {isDialling && isTalking ? (
        <Paging engine={engine} talk={station.talk} channel={channel} />
      ) : isDialling ? (
        <Dialling engine={engine} station={station} channel={channel} />
      ) : (
        <Calling engine={engine} station={station} channel={channel} />
      )}
    </>
  );
}
