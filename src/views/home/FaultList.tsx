import { makeStyles } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import { ScreenLink } from '../app/ScreenLink.tsx';
import { LoadingRows } from '../kit/layout/LoadingRows.tsx';
import { FaultLineRow } from '../shared/faults/FaultLineRow.tsx';
import { useFaultLines, useHeldLines } from '../shared/faults/useFaultLines.ts';
import { tokens } from '../theme/tokens.ts';
import { Section } from './Section.tsx';

const useStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyle: 'none' },
  none: { padding: '16px 0', color: tokens.colorNeutralForeground3 },
});

/** Largest number of causes on the home page; the rest is behind a button of the top bar. */
const shownMax = 8;

/** Open faults, a line per cause: lines with an unacknowledged fault first. */
export function FaultList() {
  const s = useStyles();
  const { t } = useTranslation();
  const lines = useFaultLines();
  const held = useHeldLines(lines);
  const faults = lines?.flatMap((line) => line.faults) ?? null;
  const fresh = faults?.filter((fault) => fault.state === 'new').length ?? 0;
  return (
    <Section
      title={t('shell.openFaults')}
      keys={
        faults !== null &&
        faults.length > 0 && (
          <ScreenLink screen="menu_alarm_record">
            {t('home.newOf', { fresh, faults: faults.length })}
          </ScreenLink>
        )
      }
      end={
        <ScreenLink screen="menu_alarm_record" without="nothing">
          {t('home.allFaults')}
        </ScreenLink>
      }
    >
      {faults === null && <LoadingRows rows={3} />}
      {faults?.length === 0 && <div className={s.none}>{t('shell.noFaultsWhy')}</div>}
      <ul className={s.list} {...held.props}>
        {held.lines?.slice(0, shownMax).map(({ row, isGone }) => (
          <FaultLineRow key={row.key} line={row} isGone={isGone} isHeld={held.isHeld} />
        ))}
      </ul>
    </Section>
  );
}
