import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { Engine } from '../engine.ts';
import type { ChannelView, StationView } from '../messages.ts';
import { Heard } from './Calling.tsx';
import { Dial } from './Dial.tsx';
import { OwnMicrophone } from './InCall.tsx';
import { Icon } from './icons.tsx';

/** A page by a dialled quick code: where it is heard, and hanging up, also by Escape. */
export function Paging(props: { engine: Engine; talk: StationView['talk']; channel: ChannelView }) {
  const { engine, talk, channel } = props;
  const { t } = useTranslation();
  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') engine.hangUp();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [engine]);
  return (
    <div className="columns" data-testid="paging">
      <section className="peer">
        <p role="status">
          <b className="title">{t('caster.state.paging')}</b>
        </p>
        <Heard talk={talk} />
        <Dial db={channel.rmsDb}>
          {/* biome-ignore lint/a11y/noAutofocus: it is on the air, and hanging up is what comes next */}
          <button type="button" className="round" onClick={() => engine.hangUp()} autoFocus>
            <Icon name="hangup" />
            {t('dialogue.hangUp')}
          </button>
        </Dial>
        <p className="small quiet">{t('terminalPage.endKeys')}</p>
      </section>
      <OwnMicrophone engine={engine} channel={channel} />
    </div>
  );
}
