import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { Engine, View } from '../engine.ts';
import { pageRoles } from '../role.ts';
import { Alarming } from './Alarming.tsx';
import { Capturing } from './Capturing.tsx';
import { Found, Refused } from './Entering.tsx';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { InputChoice } from './InputChoice.tsx';
import { Icon } from './icons.tsx';
import { OfflineStatus, PlayingOffline } from './OfflineStatus.tsx';
import { Levels, NowPlaying, Sync } from './Playing.tsx';
import { Speaking } from './Speaking.tsx';
import { Station } from './Station.tsx';
import { Volume } from './Volume.tsx';

/** The terminal page. */
export function App({ engine }: { engine: Engine }) {
  const view = useSyncExternalStore(engine.subscribe, engine.view);
  if (!view) return null;
  return (
    <>
      <Header view={view} kind={pageRoles[engine.role].kind} />
      <main>
        {view.locked && <Unlock engine={engine} />}
        {view.worker.listened !== '' && (
          <p className="notice" role="status" data-testid="listened">
            {view.worker.listened}
          </p>
        )}
        {view.broken !== null && <Broken reason={view.broken} />}
        <Body engine={engine} view={view} />
        {view.worker.phase === 'welcomed' && <InputChoice engine={engine} view={view} />}
      </main>
      <Footer engine={engine} account={view.account} />
    </>
  );
}

function Body({ engine, view }: { engine: Engine; view: View }) {
  const { worker, code, account } = view;
  if (worker.refusal) return <Refused engine={engine} view={worker} code={code} account={account} />;
  if (worker.phase === 'found') return <Found engine={engine} code={code} />;
  if (worker.volume === null) return <Connecting code={code} />;
  const [first] = worker.channels ?? [];
  if (worker.station !== null && first)
    return <Station engine={engine} station={worker.station} channel={first} level={worker.level} />;
  if (worker.channels !== null) return <Capturing engine={engine} channels={worker.channels} />;
  if (worker.alarm !== null) return <Alarming engine={engine} alarm={worker.alarm} />;
  if (worker.speech !== null) return <Speaking engine={engine} speech={worker.speech} />;
  return (
    <div className="columns">
      <div>
        <PlayingOffline engine={engine} offline={worker.offline} />
        <NowPlaying view={worker} />
        <Levels view={view} />
      </div>
      <div>
        <Sync view={view} />
        <Volume value={worker.volume} change={(volume) => engine.setVolume(volume)} />
        <OfflineStatus offline={worker.offline} />
      </div>
    </div>
  );
}

function Connecting({ code }: { code: string }) {
  const { t } = useTranslation();
  return (
    <section>
      <p className="state" role="status">
        <Icon name="clock" />
        {t('terminalPage.connecting')}
      </p>
      <p className="code">{code}</p>
    </section>
  );
}

/** Browsers let sound out only after a person has clicked once: a fault until then. */
function Unlock({ engine }: { engine: Engine }) {
  const { t } = useTranslation();
  return (
    <section>
      <p>
        <span className="chip" role="status">
          <Icon name="fault" />
          {t('terminalPage.locked')}
        </span>
      </p>
      <p className="state">{t('terminalPage.lockedHint')}</p>
      <button type="button" className="button primary wide" onClick={() => engine.unlock()}>
        <Icon name="speaker" />
        {t('terminalPage.unlock')}
      </button>
    </section>
  );
}

function Broken({ reason }: { reason: string }) {
  const { t } = useTranslation();
  return (
    <section>
      <p className="notice" role="alert">
        {t('terminalPage.broken', { reason })}
      </p>
    </section>
  );
}
