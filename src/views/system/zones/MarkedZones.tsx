import { Button, makeStyles, Tooltip } from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons';
import { Trans, useTranslation } from 'react-i18next';
import { tokens } from '../../theme/tokens.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    alignItems: 'center',
    paddingLeft: '8px',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorBrandBackground2,
    '& b': { color: tokens.colorBrandForeground1 },
  },
});

/** Number of selected zones, and a button that clears the selection. */
export function MarkedZones(props: { count: number; onClear: () => void }) {
  const s = useStyles();
  const { t } = useTranslation();
  return (
    <span className={s.root} data-testid="marked-zones">
      <span role="status">
        <Trans i18nKey="kit.selected" values={{ count: props.count }} components={{ b: <b /> }} />
      </span>
      <Tooltip content={t('kit.clearSelection')} relationship="label">
        <Button appearance="transparent" size="small" icon={<DismissRegular />} onClick={props.onClear} />
      </Tooltip>
    </span>
  );
}
