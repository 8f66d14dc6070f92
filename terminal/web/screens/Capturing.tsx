import { useTranslation } from 'react-i18next';
import type { Engine } from '../engine.ts';
import type { ChannelView } from '../messages.ts';
import { Meter } from './Charts.tsx';
import { Icon } from './icons.tsx';

/** Channels of this capturer: name, state and current level. */
export function Capturing({ engine, channels }: { engine: Engine; channels: readonly ChannelView[] }) {
  const { t } = useTranslation();
  const trouble = channels.find((one) => one.state === 'locked' || one.state === 'failed');
  return (
    <>
      {trouble !== undefined && (
        <section className="notice" role="alert">
          <h2 className="state">
            <Icon name="fault" />
            {t(`capturer.state.${trouble.state}`)}
          </h2>
          <p>{t('terminalPage.microphoneHint')}</p>
          <button type="button" className="button primary wide" onClick={() => engine.openMicrophone()}>
            {t('terminalPage.allowMicrophone')}
          </button>
        </section>
      )}
      <section>
        <div className="heading">
          <h2>{t('capturer.channels')}</h2>
        </div>
        {channels.map((one) => (
          <div key={one.channel} data-channel={one.channel}>
            <div className="heading">
              <span>{one.name || t('capturer.channelN', { channel: one.channel })}</span>
              <span className="quiet">{t(`capturer.state.${one.state}`)}</span>
            </div>
            <Meter db={one.rmsDb ?? -120} peakDb={one.peakDb ?? -120} expected={one.rmsDb === null} />
          </div>
        ))}
      </section>
    </>
  );
}
