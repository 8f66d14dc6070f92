import { makeStyles } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import { columnsFor, type TransferKind } from '../../../../contract/api/transfer.ts';
import { useLanguage } from '../../app/useLanguage.ts';
import { tokens } from '../../theme/tokens.ts';

const useStyles = makeStyles({
  frame: {
    maxHeight: '264px',
    overflowY: 'auto',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
  },
  table: {
    width: '100%',
    borderCollapse: 'collapse',
    '& th, & td': {
      padding: '4px 12px',
      textAlign: 'start',
      verticalAlign: 'baseline',
      borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    },
    '& tr:last-child > *': { borderBottom: 'none' },
    '& thead th': {
      position: 'sticky',
      top: 0,
      backgroundColor: tokens.colorNeutralBackground2,
      fontWeight: tokens.fontWeightSemibold,
    },
    '& tbody th': { width: '240px', fontWeight: tokens.fontWeightRegular },
    '& td': { color: tokens.colorNeutralForeground2 },
  },
  required: { color: tokens.colorNeutralForeground2, marginInlineStart: '8px' },
});

/**
 * Columns of an import file, with what a cell may contain. A text of the kind (`transfer.cells`) comes before the
 * text that a column has in every kind (`transfer.cell`).
 */
export function ColumnRules({ kind }: { kind: TransferKind }) {
  const s = useStyles();
  const { t } = useTranslation();
  const lang = useLanguage();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard.
    <section className={s.frame} aria-label={t('transfer.column')} tabIndex={0}>
      <table className={s.table}>
        <thead>
          <tr>
            <th scope="col">{t('transfer.column')}</th>
            <th scope="col">{t('transfer.values')}</th>
          </tr>
        </thead>
        <tbody>
          {columnsFor(kind, 'in').map(({ key, label }, i) => (
            <tr key={key}>
              <th scope="row">
                {label[lang]}
                {i === 0 && <span className={s.required}>{t('transfer.required')}</span>}
              </th>
              <td>{t([`transfer.cells.${kind}.${key}`, `transfer.cell.${key}`, 'transfer.cell.other'])}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
