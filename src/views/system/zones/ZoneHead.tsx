import { makeStyles } from '@fluentui/react-components';
import { KeyRegular } from '@fluentui/react-icons';
import { useTranslation } from 'react-i18next';
import type { PartitionLive } from '../../../../contract/entities/site/partition.ts';
import { wrappedName } from '../../kit/layout/NameText.tsx';
import { StatusText } from '../../kit/status/StatusText.tsx';
import { zonePath } from '../../shared/zones/zoneTree.ts';
import { tokens } from '../../theme/tokens.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    alignItems: 'center',
    gap: '16px',
    minHeight: '56px',
    flexShrink: 0,
    padding: '0 16px',
  },
  names: { minWidth: 0, flexGrow: 1 },
  title: {
    margin: 0,
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: tokens.fontWeightSemibold,
    ...wrappedName,
  },
  caption: {
    display: 'flex',
    gap: '16px',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    whiteSpace: 'nowrap',
  },
  key: { display: 'inline-flex', alignItems: 'center', gap: '4px' },
  count: { whiteSpace: 'nowrap', '& b': { fontWeight: tokens.fontWeightSemibold } },
});

/** Header of the selected zone: its path, self-enrolment, and number of terminals. */
export function ZoneHead({ zone, zones }: { zone: PartitionLive; zones: readonly PartitionLive[] }) {
  const s = useStyles();
  const { t } = useTranslation();
  return (
    <div className={s.root} data-testid="zone-head">
      <div className={s.names}>
        <h2 className={s.title}>{zone.name}</h2>
        <div className={s.caption}>
          <span>{zonePath(zones, zone.id).join(' / ')}</span>
          <span>
            {t('zones.code')} {zone.code}
          </span>
          <span className={s.key}>
            <KeyRegular />
            {t(zone.has_password ? 'zones.passwordSet' : 'zones.passwordNone')}
          </span>
          {zone.start_wait_s > 0 && <span>{t('zones.startWaitShown', { n: zone.start_wait_s })}</span>}
        </div>
      </div>
      <span className={s.count}>
        <b>{zone.online.toLocaleString('en-US')}</b> {t('codes.onlineState.online')}
      </span>
      {zone.offline > 0 && (
        <StatusText
          tone="faultOutline"
          glyph="warningOutline"
          text={`${zone.offline.toLocaleString('en-US')} ${t('codes.onlineState.offline')}`}
        />
      )}
    </div>
  );
}
