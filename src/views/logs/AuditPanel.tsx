import { Button, makeStyles } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import type { AuditRow } from '../../../contract/entities/site/audit.ts';
import { formatTimestamp } from '../../../contract/format.ts';
import { useSiteClock } from '../app/AppContext.tsx';
import { SidePanel } from '../kit/layout/SidePanel.tsx';
import { type Change, changesOf } from '../shared/logs/auditChanges.ts';
import { type AuditWords, whoText } from '../shared/logs/auditWords.ts';
import { tokens } from '../theme/tokens.ts';

const useStyles = makeStyles({
  body: { flexGrow: 1, minHeight: 0, overflowY: 'auto', padding: '0 16px 16px' },
  who: { margin: '0 0 12px', color: tokens.colorNeutralForeground2, overflowWrap: 'anywhere' },
  table: {
    width: '100%',
    borderCollapse: 'collapse',
    tableLayout: 'fixed',
    '& th, & td': { padding: '4px 8px 4px 0', textAlign: 'left', verticalAlign: 'top' },
    '& thead th': {
      color: tokens.colorNeutralForeground3,
      fontSize: tokens.fontSizeBase200,
      fontWeight: tokens.fontWeightRegular,
    },
    '& tbody th': { fontWeight: tokens.fontWeightRegular, color: tokens.colorNeutralForeground3 },
    '& tr': { borderBottom: `1px solid ${tokens.colorNeutralStroke3}` },
    '& td, & th': { overflowWrap: 'anywhere' },
  },
  old: { color: tokens.colorNeutralForeground3 },
  list: { margin: 0, padding: 0, listStyle: 'none' },
  actions: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '8px',
    padding: '8px 16px',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
});

/** One entry of the audit log in full: each field before and after. */
export function AuditPanel(props: {
  row: AuditRow;
  words: AuditWords;
  seesAddress: boolean;
  onFilter: (filters: Readonly<Record<string, string | number | undefined>>) => void;
  onClose: () => void;
}) {
  const s = useStyles();
  const { t } = useTranslation();
  const clock = useSiteClock();
  const { row, words, onFilter } = props;
  const changes = changesOf(row);
  const title = `${words.action(row.action)}: ${words.entity(row.entity)} ${words.subject(row)}`;
  const who = [
    formatTimestamp(row.at, t('common.none'), clock.timeZone()),
    whoText(row, t),
    ...(props.seesAddress && row.client_ip !== '' ? [row.client_ip] : []),
  ];
  const cells = (change: Change) => {
    const text = (value: unknown) => words.value(change.field, value);
    const list = (sign: string, values: readonly unknown[]) => (
      <ul className={s.list}>
        {values.map((value) => (
          <li key={JSON.stringify(value)}>
            {sign} <bdi>{text(value)}</bdi>
          </li>
        ))}
      </ul>
    );
    if (change.kind === 'list')
      return (
        <>
          <td className={s.old}>{list('−', change.left)}</td>
          <td>{list('+', change.joined)}</td>
        </>
      );
    return (
      <>
        <td className={s.old}>
          <bdi>{text(change.before)}</bdi>
        </td>
        <td>
          <bdi>{text(change.after)}</bdi>
        </td>
      </>
    );
  };
  return (
    <SidePanel label={title} title={title} testId="audit-panel" onClose={props.onClose}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section className={s.body} tabIndex={0} aria-label={t('common.details')}>
        <p className={s.who}>{who.join(' · ')}</p>
        {changes.length === 0 ? (
          <p>{t('logs.noFields')}</p>
        ) : (
          <table className={s.table}>
            <thead>
              <tr>
                <th>{t('logs.fieldName')}</th>
                <th>{t('logs.before')}</th>
                <th>{t('logs.after')}</th>
              </tr>
            </thead>
            <tbody>
              {changes.map((change) => (
                <tr key={change.field}>
                  <th scope="row">{words.field(change.field)}</th>
                  {cells(change)}
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </section>
      <div className={s.actions}>
        <Button
          size="small"
          disabled={row.account_code === ''}
          onClick={() => onFilter({ account_code: row.account_code })}
        >
          {t('logs.onlyAccount')}
        </Button>
        <Button
          size="small"
          disabled={row.entity_id === null}
          onClick={() => onFilter({ entity: row.entity, entity_id: row.entity_id ?? undefined })}
        >
          {t('logs.onlySubject')}
        </Button>
      </div>
    </SidePanel>
  );
}
