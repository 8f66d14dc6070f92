import { makeStyles, Radio, RadioGroup } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import { tokens } from '../../theme/tokens.ts';
import { type Difference, listChange, type Side } from './merge.ts';

const useStyles = makeStyles({
  root: {
    marginTop: '16px',
    padding: '12px',
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderLeft: `4px solid ${tokens.colorNeutralForeground1}`,
    borderRadius: tokens.borderRadiusMedium,
  },
  title: { margin: 0, fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightSemibold },
  reason: { margin: '0 0 8px', color: tokens.colorNeutralForeground2 },
  table: {
    width: '100%',
    borderCollapse: 'collapse',
    '& th, & td': { padding: '4px 8px 4px 0', textAlign: 'left', verticalAlign: 'top' },
    '& th': { fontWeight: tokens.fontWeightRegular, color: tokens.colorNeutralForeground3 },
    '& tr': { borderTop: `1px solid ${tokens.colorNeutralStroke3}` },
  },
  choice: { overflowWrap: 'anywhere' },
});

/** Number of list items named; further ones are counted. */
export const named = 3;

/**
 * Conflict view: fields that somebody else saved during editing, each with their value and the user's own, to
 * choose from. Both values are shown, and neither is lost.
 */
export function MergeView(props: {
  differences: readonly Difference[];
  onChoose: (difference: Difference, side: Side) => void;
}) {
  const s = useStyles();
  const { t } = useTranslation();
  const listed = ({ field }: Difference, sign: string, values: readonly unknown[]) => {
    if (values.length === 0) return [];
    const names = values.slice(0, named).map(field.text).join(t('kit.listComma'));
    const more = values.length > named ? ` ${t('kit.andMore', { items: values.length - named })}` : '';
    return [`${sign} ${names}${more}`];
  };
  const text = (difference: Difference, value: unknown) => {
    const { field } = difference;
    if (field.isList !== true)
      return Array.isArray(value) && field.path !== undefined
        ? value.map(field.text).join(t('kit.listComma')) || t('common.none')
        : field.text(value);
    const { joined, left } = listChange(difference.base, value);
    const changes = [...listed(difference, '+', joined), ...listed(difference, '−', left)];
    return changes.length === 0 ? t('kit.unchanged') : changes.join(' ');
  };
  return (
    <section className={s.root} aria-label={t('kit.theirsTitle')} data-testid="merge">
      <h3 className={s.title}>{t('kit.theirsTitle')}</h3>
      <p className={s.reason}>{t('kit.theirsWhy')}</p>
      <table className={s.table}>
        <tbody>
          {props.differences.map((difference) => {
            const sides: Side[] = [
              'theirs',
              'mine',
              ...(difference.both === undefined ? [] : (['both'] as const)),
            ];
            const { name, label } = difference.field;
            return (
              <tr key={name}>
                <th scope="row">{label}</th>
                <td>
                  <RadioGroup
                    value={difference.side}
                    aria-label={label}
                    onChange={(_, data) => props.onChoose(difference, data.value as Side)}
                  >
                    {sides.map((side) => (
                      <Radio
                        key={side}
                        value={side}
                        label={
                          <span className={s.choice}>
                            {t(`kit.side.${side}`)}
                            {side !== 'both' && <bdi> {text(difference, difference[side])}</bdi>}
                          </span>
                        }
                      />
                    ))}
                  </RadioGroup>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
