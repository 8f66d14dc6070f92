import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { TerminalKind } from '../../../contract/entities/terminals/terminalKind.ts';
import type { View } from '../engine.ts';
import { Icon } from './icons.tsx';

/** Age of the last message of the server that still counts as fresh, and that fills the ring, ms. */
const LATE_MS = 5_000;
const FULL_MS = 10_000;

/** Identity of this terminal and freshness of its connection. */
export function Header({ view: { worker, code }, kind }: { view: View; kind: TerminalKind }) {
  const { t } = useTranslation();
  const name = worker.name ?? code;
  const online = worker.silentMs !== null && worker.phase !== 'waiting';
  useEffect(() => {
    document.title = worker.site ? `${name} · ${worker.site}` : name;
  }, [name, worker.site]);
  return (
    <header>
      <svg className="mark" viewBox="0 0 20 20" fill="currentColor" aria-hidden="true">
        <path d="M10 1.5a5.5 5.5 0 0 0-5.5 5.5v3.6L3 14h14l-1.5-3.4V7A5.5 5.5 0 0 0 10 1.5ZM7.8 15.5a2.3 2.3 0 0 0 4.4 0Z" />
      </svg>
      <div className="who">
        <h1>{name}</h1>
        <span className="small quiet">
          {t(`terminalKind.${kind}`)} {code}
        </span>
      </div>
      {online ? <Age ms={worker.silentMs ?? 0} /> : <Offline />}
    </header>
  );
}

function Age({ ms }: { ms: number }) {
  const { t } = useTranslation();
  const filled = Math.min(ms / FULL_MS, 1) * 100;
  return (
    <div className="age">
      <svg className="ring" viewBox="0 0 12 12" aria-hidden="true">
        <circle cx="6" cy="6" r="4.75" fill="none" stroke="var(--stroke)" strokeWidth="2" />
        <circle
          cx="6"
          cy="6"
          r="4.75"
          fill="none"
          stroke={ms > LATE_MS ? 'var(--fault-edge)' : 'var(--text3)'}
          strokeWidth="2"
          pathLength="100"
          strokeDasharray={`${filled} 100`}
          transform="rotate(-90 6 6)"
        />
      </svg>
      {t('status.online')}
      <b aria-hidden="true">{(ms / 1e3).toFixed(1)} s</b>
    </div>
  );
}

function Offline() {
  const { t } = useTranslation();
  return (
    <span className="chip" role="status">
      <Icon name="fault" />
      {t('status.offline')}
    </span>
  );
}
