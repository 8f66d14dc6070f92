import { Input, makeStyles } from '@fluentui/react-components';
import { SearchRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { tokens } from '../theme/tokens.ts';
import { ZoneTreeView } from './ZoneTreeView.tsx';
import type { ZoneTree } from './zoneTree.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
    overflow: 'hidden',
  },
  field: { margin: '8px' },
  tree: { height: '240px' },
  path: {
    padding: '6px 12px',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
});

/** Chooses one zone out of the tree, in a dialog. */
export function ZonePicker(props: {
  tree: ZoneTree;
  value: number | undefined;
  onChange: (id: number) => void;
  label: string;
  isOff?: (id: number) => boolean;
}) {
  const s = useStyles();
  const { t } = useTranslation();
  const { tree, value } = props;
  const [text, setText] = useState('');
  const path = value === undefined ? [] : tree.path(value);
  return (
    <div className={s.root} data-testid="zone-picker">
      <Input
        className={s.field}
        size="small"
        type="search"
        contentBefore={<SearchRegular />}
        placeholder={t('zones.filter')}
        aria-label={t('zones.filter')}
        value={text}
        onChange={(_, data) => setText(data.value)}
      />
      <div className={s.tree}>
        <ZoneTreeView
          tree={tree}
          filter={text}
          chosen={value}
          onChoose={props.onChange}
          label={props.label}
          {...(props.isOff === undefined ? {} : { isOff: props.isOff })}
        />
      </div>
      <div className={s.path}>
        {path.length === 0 ? t('zones.chooseOne') : path.map((zone) => zone.name).join(' / ')}
      </div>
    </div>
  );
}
