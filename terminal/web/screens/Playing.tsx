import { useTranslation } from 'react-i18next';
import type { View } from '../engine.ts';
import { clockText, signed } from '../format.ts';
import type { WorkerView } from '../messages.ts';
import { LevelHistory, Meter, SyncPlot } from './Charts.tsx';
import { Icon, type IconName } from './icons.tsx';

/** Current playback: state, title, kind and priority, pre-empted broadcast, elapsed and remaining time. */
export function NowPlaying({ view }: { view: WorkerView }) {
  const { t } = useTranslation();
  const { stream, state, mediaUs } = view;
  const [icon, text] = stateOf(view);
  return (
    <section aria-live="polite">
      <p className="state">
        <Icon name={icon} />
        {t(`terminalPage.state.${text}`)}
      </p>
      {stream ? (
        <>
          <h2 className="title">{stream.title}</h2>
          <p className="state">
            {t(`codes.taskType.${stream.task_type}`)} {stream.priority}
            {stream.over !== null && ` · ${t('terminalPage.over', { what: stream.over })}`}
            {view.under !== null && ` · ${t('terminalPage.under', { what: view.under })}`}
          </p>
          {mediaUs !== null && state === 'playing' && <Elapsed stream={stream} mediaUs={mediaUs} />}
        </>
      ) : (
        <p className="quiet">{t('terminalPage.idleHint')}</p>
      )}
    </section>
  );
}

function stateOf({
  state,
  stream,
  powered,
}: WorkerView): [IconName, 'playing' | 'waiting' | 'idle' | 'locked' | 'unsynced' | 'off'] {
  if (!powered && state !== 'locked') return ['fault', 'off'];
  if (state === 'playing') return ['play', 'playing'];
  if (state === 'locked') return ['fault', 'locked'];
  if (state === 'unsynced') return ['clock', 'unsynced'];
  return stream ? ['clock', 'waiting'] : ['idle', 'idle'];
}

function Elapsed({ stream, mediaUs }: { stream: NonNullable<WorkerView['stream']>; mediaUs: number }) {
  const began = stream.began_us ?? stream.from_us;
  const elapsed = (mediaUs - began) / 1e6;
  const total = stream.ends_us === undefined ? null : (stream.ends_us - began) / 1e6;
  return (
    <>
      <div className="heading" aria-live="off">
        <b>{clockText(elapsed)}</b>
        {total !== null && <span className="quiet">−{clockText(total - elapsed)}</span>}
      </div>
      {total !== null && total > 0 && (
        <div className="progress">
          <div style={{ width: `${Math.min(100, Math.max(0, (elapsed / total) * 100))}%` }} />
        </div>
      )}
    </>
  );
}

/** Levels of the last 22 s and current output level. */
export function Levels({ view: { history, worker } }: { view: View }) {
  const { t } = useTranslation();
  return (
    <section>
      <div className="heading">
        <h2>{t('terminalPage.level')}</h2>
        <span className="quiet">{t('terminalPage.levelHint')}</span>
      </div>
      <LevelHistory levels={history.levels} />
      <Meter
        db={worker.level?.rmsDb ?? -120}
        peakDb={history.heldPeakDb}
        expected={worker.state === 'playing' || worker.state === 'locked'}
      />
    </section>
  );
}

/** Synchronisation and network statistics. */
export function Sync({ view: { history, worker } }: { view: View }) {
  const { t } = useTranslation();
  const { sound } = worker;
  const figures = [
    [t('terminalPage.offset'), sound.skew_us === null ? '–' : `${signed(sound.skew_us / 1e3, 1)} ms`],
    [t('terminalPage.buffer'), `${Math.round(sound.buffer_ms)} ms`],
    [t('terminalPage.lost'), String(sound.lost)],
    [t('terminalPage.late'), String(sound.late)],
    [
      t('terminalPage.missed'),
      sound.missed_ms === null ? '–' : `${((sound.missed_ms ?? 0) / 1e3).toFixed(2)} s · ${sound.gaps}`,
    ],
  ] as const;
  return (
    <section>
      <div className="heading">
        <h2>{t('terminalPage.sync')}</h2>
        <span className="quiet">{t('terminalPage.syncHint')}</span>
      </div>
      <SyncPlot skews={history.skews} />
      <dl className="figures">
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
