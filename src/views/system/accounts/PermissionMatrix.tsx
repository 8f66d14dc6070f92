import { Checkbox, makeStyles } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import { type PermissionKey, permissionVerbs } from '../../../../contract/api/permissions.ts';
import { isSiteWide } from '../../../../contract/api/siteWide.ts';
import { matrixLists, matrixRows, stateOf, withKeys } from '../../shared/accounts/permissionMatrix.ts';
import { tokens, vh } from '../../theme/tokens.ts';

const useStyles = makeStyles({
  root: {
    maxHeight: vh(52),
    overflowY: 'auto',
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
  },
  table: {
    width: '100%',
    borderCollapse: 'collapse',
    '& th': { fontWeight: tokens.fontWeightRegular, textAlign: 'left', padding: '0 8px' },
    '& thead th': {
      height: '32px',
      backgroundColor: tokens.colorNeutralBackground2,
      color: tokens.colorNeutralForeground3,
      fontSize: tokens.fontSizeBase200,
    },
    '& td': { padding: 0 },
    '& tr': { borderBottom: `1px solid ${tokens.colorNeutralStroke3}` },
  },
  heading: {
    margin: 0,
    padding: '4px 0',
    fontSize: tokens.fontSizeBase300,
    fontWeight: tokens.fontWeightSemibold,
    backgroundColor: tokens.colorNeutralBackground2,
  },
  note: { margin: '4px 0 0', color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  list: { display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(300px, 1fr))' },
});

interface Props {
  chosen: readonly string[];
  held: ReadonlySet<string>;
  onChange: (keys: PermissionKey[]) => void;
}

/**
 * Matrix of all permission keys in groups. Keys that the user does not hold can be neither granted nor
 * revoked, and are marked. Keys that need an account of the whole site are marked in words.
 */
export function PermissionMatrix({ chosen, held, onChange }: Props) {
  const s = useStyles();
  const { t } = useTranslation();
  const set = new Set(chosen);
  const box = (keys: readonly PermissionKey[], label: string, isShown: boolean) => {
    const isOff = !keys.some((key) => held.has(key));
    const wide = keys.every(isSiteWide) ? t('roles.siteWide') : undefined;
    const name = wide === undefined ? label : t('roles.siteWideKey', { key: label, mark: wide });
    // In a table the column header names the key.
    const face = isShown ? { label: name } : { 'aria-label': name, ...(wide && { label: wide }) };
    return (
      <Checkbox
        checked={stateOf(set, keys)}
        disabled={isOff}
        title={isOff ? t('roles.notHeld') : keys.join(' ')}
        {...face}
        onChange={(_, data) => onChange(withKeys(chosen, keys, data.checked !== false, held))}
      />
    );
  };
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard */}
      <section className={s.root} aria-label={t('roles.permissions')} tabIndex={0}>
        <table className={s.table}>
          <thead>
            <tr>
              <th scope="col">{t('roles.entities')}</th>
              {permissionVerbs.map((verb) => (
                <th key={verb} scope="col">
                  {t(`permission.verb.${verb}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {matrixRows.map(({ entity, cells }) => {
              const name = t(`permission.entity.${entity}`);
              const keys = cells.map((cell) => cell.key);
              return (
                <tr key={entity}>
                  <th scope="row">{box(keys, name, true)}</th>
                  {cells.map(({ verb, key }) => (
                    <td key={key}>{box([key], `${name}: ${t(`permission.verb.${verb}`)}`, false)}</td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
        {(['menus', 'actions'] as const).map((group) => (
          <div key={group}>
            <h3 className={s.heading}>{box(matrixLists[group], t(`roles.group.${group}`), true)}</h3>
            <div className={s.list}>
              {matrixLists[group].map((key) => (
                <div key={key}>{box([key], t(`permission.key.${key}`), true)}</div>
              ))}
            </div>
          </div>
        ))}
      </section>
      <p className={s.note}>{t('roles.siteWideWhy')}</p>
    </>
  );
}
