import { useTranslation } from 'react-i18next';
import type { OfflineView } from '../../offline/offlinePlaybackDeps.ts';
import type { Engine } from '../engine.ts';
import { Icon } from './icons.tsx';

/** Current offline playback, with a button to silence it. */
export function PlayingOffline({ engine, offline }: { engine: Engine; offline: OfflineView | null }) {
  const { t } = useTranslation();
  if (!offline?.playing) return null;
  const { isAlarm } = offline.playing;
  return (
    <section role="alert" data-testid="offline-playback">
      <p>
        <span className="chip">
          <Icon name="fault" />
          {t(isAlarm ? 'terminalPage.kept.offlineAlarm' : 'terminalPage.kept.offlineTask')}
        </span>
      </p>
      <button type="button" className="button wide" onClick={() => engine.silence()}>
        <Icon name="out" />
        {t('terminalPage.kept.silence')}
      </button>
    </section>
  );
}

/** State of the content for offline playback. */
export function OfflineStatus({ offline }: { offline: OfflineView | null }) {
  const { t, i18n } = useTranslation();
  if (offline === null) return null;
  const { state, nextS } = offline;
  const isEmpty = state.bytes === 0 && state.missing.length === 0;
  const size = (state.bytes / 1e6).toLocaleString(i18n.language, { maximumFractionDigits: 1 });
  const next =
    nextS === null
      ? null
      : new Date(nextS * 1000).toLocaleString(document.documentElement.lang, {
          dateStyle: 'short',
          timeStyle: 'short',
        });
  return (
    <section data-testid="kept">
      <div className="heading">
        <h2>{t('terminalPage.kept.title')}</h2>
        <span className="quiet">{!isEmpty && `${size} MB`}</span>
      </div>
      <p className="state">
        <Icon name={state.trouble === null ? 'check' : state.trouble === 'fetching' ? 'clock' : 'fault'} />
        {t(isEmpty ? 'terminalPage.kept.nothing' : `terminalPage.kept.state.${state.trouble ?? 'synced'}`)}
      </p>
      {next !== null && <p className="quiet">{t('terminalPage.kept.next', { time: next })}</p>}
    </section>
  );
}
