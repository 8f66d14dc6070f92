import { makeStyles } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import { useApp } from '../../app/AppContext.tsx';
import { useObservable } from '../../app/useObservable.ts';
import { FaultBanner } from '../../shared/frame/FaultBanner.tsx';
import { vh } from '../../theme/tokens.ts';
import { UnsentRow } from './UnsentRow.tsx';

const useStyles = makeStyles({
  list: {
    display: 'flex',
    flexDirection: 'column',
    flexGrow: 1,
    minWidth: 0,
    maxHeight: vh(30),
    overflowY: 'auto',
    margin: 0,
    padding: 0,
    listStyle: 'none',
  },
  waiting: { display: 'flex', alignItems: 'center', minHeight: '32px', overflowWrap: 'anywhere' },
});

/**
 * Banner of requests that a lost link has held up: acknowledgements, which are sent when the link is back, and
 * actions, which a person decides on again by the present state (docs/rules/live.md#a-lost-link).
 */
export function UnsentBanner() {
  const s = useStyles();
  const { t } = useTranslation();
  const { outbox } = useApp();
  const waiting = useObservable(outbox.waiting$, outbox.waiting$.value);
  const unsent = useObservable(outbox.unsent$, outbox.unsent$.value);
  if (waiting.size === 0 && unsent.length === 0) return null;
  return (
    <FaultBanner testid="unsent" alert={t(unsent.length > 0 ? 'unsent.actions' : 'unsent.waits')}>
      <ul className={s.list}>
        {waiting.size > 0 && (
          <li className={s.waiting} data-testid="unsent-waiting">
            {t('unsent.acknowledgements', { n: waiting.size })}
          </li>
        )}
        {unsent.map((one) => (
          <UnsentRow key={one.key} unsent={one} />
        ))}
      </ul>
    </FaultBanner>
  );
}
