import { Checkbox, makeStyles, mergeClasses } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import { BehindCount } from '../../kit/status/BehindCount.tsx';
import { FaultGlyph } from '../../kit/status/Glyph.tsx';
import { tokens } from '../../theme/tokens.ts';
import { useGroups } from './useGroups.ts';

const useStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyle: 'none', height: '100%', overflowY: 'auto' },
  row: {
    display: 'flex',
    alignItems: 'center',
    gap: '4px',
    minHeight: '32px',
    paddingRight: '8px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
  },
  name: { minWidth: 0 },
  online: { marginLeft: 'auto' },
  away: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'flex-end',
    gap: '4px',
    minWidth: '42px',
  },
  offline: { color: tokens.tocsinFaultText, fontWeight: tokens.fontWeightSemibold },
  none: { padding: '12px 8px', color: tokens.colorNeutralForeground3 },
});

/** Field for device groups as targets of a broadcast; their terminals are resolved when it starts. */
export function GroupTargets(props: { chosen: readonly number[]; onChange: (ids: number[]) => void }) {
  const s = useStyles();
  const { t } = useTranslation();
  const groups = useGroups();
  const { chosen, onChange } = props;
  const hasBehind = groups?.some(({ behind_relay = 0 }) => behind_relay > 0);
  if (groups?.length === 0) return <div className={s.none}>{t('groups.noneToChoose')}</div>;
  return (
    <ul className={s.list} aria-label={t('groups.title')}>
      {groups?.map((group) => (
        <li key={group.id} className={s.row}>
          <Checkbox
            className={s.name}
            label={group.name}
            checked={chosen.includes(group.id)}
            onChange={(_, { checked }) =>
              onChange(checked ? [...chosen, group.id] : chosen.filter((id) => id !== group.id))
            }
          />
          <span className={s.online}>{(group.online ?? 0).toLocaleString('en-US')}</span>
          {hasBehind && <BehindCount n={group.behind_relay ?? 0} className={s.away} />}
          <span className={mergeClasses(s.away, s.offline)}>
            {(group.offline ?? 0) > 0 && (
              <>
                <FaultGlyph />
                {group.offline?.toLocaleString('en-US')}
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
