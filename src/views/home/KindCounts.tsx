import { makeStyles } from '@fluentui/react-components';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { auditTime, distinctUntilChanged, map, type Observable } from 'rxjs';
import { entityPermission } from '../../../contract/api/permissions.ts';
import type { TerminalLive } from '../../../contract/entities/terminals/terminal.ts';
import { terminalKindNames } from '../../../contract/entities/terminals/terminalKind.ts';
import type { OtherKind } from '../../streams/kind.ts';
import { useApp, usePermission } from '../app/AppContext.tsx';
import { ScreenLink } from '../app/ScreenLink.tsx';
import { useObservable } from '../app/useObservable.ts';
import { StatusText } from '../kit/status/StatusText.tsx';
import { countByCounter, type KindCounter } from '../shared/terminals/kindFilter.ts';
import { terminalScreens } from '../shared/terminals/kindScreens.ts';
import { tokens } from '../theme/tokens.ts';

const useStyles = makeStyles({
  list: { display: 'flex', flexWrap: 'wrap', gap: '4px 24px', margin: 0, padding: 0, listStyle: 'none' },
  item: { display: 'flex', alignItems: 'center', gap: '8px', minHeight: '24px' },
  link: { display: 'inline-flex', alignItems: 'center', minHeight: '24px' },
  count: { fontWeight: tokens.fontWeightSemibold, marginLeft: '6px' },
});

const kinds = terminalKindNames.filter((kind): kind is OtherKind => kind !== 'device');
const everyMs = 250;
const noCounts: Record<KindCounter, number> = {
  ...{ all: 0, offline: 0, behind_relay: 0, expected: 0, locked: 0, online: 0 },
};

/** Number of terminals of each kind except loudspeakers, and of those offline or behind a lost relay; each links to its screen. */
export function KindCounts() {
  const s = useStyles();
  const { t } = useTranslation();
  const may = usePermission();
  return (
    <ul className={s.list} aria-label={t('home.otherKinds')}>
      {kinds
        .filter((kind) => may(entityPermission('list', kind)))
        .map((kind) => (
          <Kind key={kind} kind={kind} />
        ))}
    </ul>
  );
}

function Kind({ kind }: { kind: OtherKind }) {
  const s = useStyles();
  const { t } = useTranslation();
  const { streams } = useApp();
  const counts$ = useMemo(() => {
    const rows$: Observable<TerminalLive[]> = streams.terminals[kind].rows$;
    return rows$.pipe(
      auditTime(everyMs),
      map((rows) => countByCounter(rows, undefined)),
      distinctUntilChanged((a, b) => JSON.stringify(a) === JSON.stringify(b)),
    );
  }, [streams, kind]);
  const { all, offline, behind_relay, locked } = useObservable(counts$, noCounts);
  if (all === 0) return null;
  const screen = terminalScreens[kind];
  return (
    <li className={s.item} data-kind={kind}>
      <ScreenLink screen={screen} className={s.link}>
        {t(`terminalKind.${kind}`)}
        <span className={s.count}>{all.toLocaleString('en-US')}</span>
      </ScreenLink>
      {offline > 0 && (
        <ScreenLink screen={screen} search={{ state: 'offline' }} className={s.link}>
          <StatusText tone="fault" glyph="warning" text={t('home.offline', { offline })} />
        </ScreenLink>
      )}
      {behind_relay > 0 && (
        <ScreenLink screen={screen} search={{ state: 'behind_relay' }} className={s.link}>
          <StatusText
            tone="faultOutline"
            glyph="warningOutline"
            text={t('home.behindRelay', { n: behind_relay })}
          />
        </ScreenLink>
      )}
      {locked > 0 && (
        <ScreenLink screen={screen} search={{ state: 'locked' }} className={s.link}>
          <StatusText tone="fault" glyph="warning" text={t('home.locked', { locked })} />
        </ScreenLink>
      )}
    </li>
  );
}
