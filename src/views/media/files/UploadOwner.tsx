import { makeStyles } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import { useApp, useUser } from '../../app/AppContext.tsx';
import { EntityChoice } from '../../kit/form/EntityChoice.tsx';
import { useHasZones, useOwner } from '../../shared/media/useOwner.ts';
import { tokens } from '../../theme/tokens.ts';

const useStyles = makeStyles({
  root: { display: 'flex', alignItems: 'center', gap: '8px' },
  label: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  choice: { width: '176px' },
});

/**
 * Field for the owning zone of the next uploads, for accounts with several; null: the default of new items.
 */
export function UploadOwner(props: { value: number | null; onChange: (org: number | null) => void }) {
  const s = useStyles();
  const { t } = useTranslation();
  const { streams } = useApp();
  const user = useUser();
  const { first } = useOwner();
  if (!useHasZones()) return null;
  const own = first === null ? t('linkage.wholeSite') : streams.zoneName(first);
  return (
    <span
      className={s.root}
      title={t(user?.whole_site === false ? 'media.ownerHintZone' : 'media.ownerHint')}
    >
      <span className={s.label}>{t('media.uploadFor')}</span>
      <span className={s.choice}>
        <EntityChoice
          path="partition"
          aria-label={t('media.uploadFor')}
          value={props.value}
          onChange={props.onChange}
          placeholder={own}
        />
      </span>
    </span>
  );
}
