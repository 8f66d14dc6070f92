import { makeStyles } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import type { PartitionLive } from '../../../../contract/entities/site/partition.ts';
import { ZoneTree } from '../../kit/tree/ZoneTree.tsx';
import { tokens } from '../../theme/tokens.ts';
import { zonePath } from './zoneTree.ts';

const useStyles = makeStyles({
  root: {
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
    overflow: 'hidden',
  },
  tree: { height: '280px' },
  path: {
    padding: '6px 12px',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
});

/** Chooses one zone from the tree, in a dialog. */
export function ZonePicker(props: {
  zones: readonly PartitionLive[];
  value: number | null | undefined;
  onChange: (id: number) => void;
  isOff?: (id: number) => boolean;
}) {
  const s = useStyles();
  const { t } = useTranslation();
  const { zones, value, onChange } = props;
  const path = zonePath(zones, value ?? null);
  return (
    <div className={s.root} data-testid="zone-picker">
      <div className={s.tree}>
        <ZoneTree
          zones={zones}
          selected={value ?? undefined}
          onSelect={(id) => id !== undefined && onChange(id)}
          {...(props.isOff === undefined ? {} : { isOff: props.isOff })}
        />
      </div>
      <div className={s.path}>{path.length === 0 ? t('zones.chooseOne') : path.join(' / ')}</div>
    </div>
  );
}
