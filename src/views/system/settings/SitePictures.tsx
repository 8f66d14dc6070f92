import { makeStyles } from '@fluentui/react-components';
import { ArrowResetRegular } from '@fluentui/react-icons';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { siteImageSlots } from '../../../../contract/entities/site/siteImage.ts';
import { languages } from '../../../../contract/language.ts';
import { useApp, useSite, useSiteLook } from '../../app/AppContext.tsx';
import { useStaleReason } from '../../app/useStaleReason.ts';
import { BusyButton } from '../../kit/action/BusyButton.tsx';
import { ConfirmDelete } from '../../kit/action/ConfirmDelete.tsx';
import { useMessages } from '../../kit/messages/MessagesContext.tsx';
import { useRightReason } from '../../kit/useRightReason.ts';
import { tokens } from '../../theme/tokens.ts';
import { PictureField } from './PictureField.tsx';

const useStyles = makeStyles({
  root: { height: '100%', overflowY: 'auto', padding: '16px 24px', boxSizing: 'border-box' },
  head: { display: 'flex', alignItems: 'center', gap: '16px', marginBottom: '16px' },
  hint: { margin: 0, flexGrow: 1, maxWidth: '720px', color: tokens.colorNeutralForeground2 },
  grid: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(340px, 1fr))',
    gap: '24px',
    maxWidth: '1400px',
  },
});

/**
 * Logo and backgrounds of the site, each with the present picture, and a button that restores the brand's.
 */
export function SitePictures() {
  const s = useStyles();
  const { t } = useTranslation();
  const { api } = useApp();
  const rightReason = useRightReason();
  const messages = useMessages();
  const queries = useQueryClient();
  const site = useSite();
  const look = useSiteLook();
  const stale = useStaleReason();
  const [isConfirming, setConfirming] = useState(false);
  const reason = rightReason('edit_sys_config') ?? stale;
  const set = siteImageSlots.filter((slot) => site?.images[slot] != null);
  const titled = languages.filter((language) => (site?.titles[language] ?? '') !== '');
  const isOwn = set.length + titled.length > 0;
  return (
    <div className={s.root}>
      <div className={s.head}>
        <p className={s.hint}>{t('system.lookHint')}</p>
        <BusyButton
          icon={<ArrowResetRegular />}
          opens
          reason={reason ?? (isOwn ? undefined : t('system.isBrands'))}
          onPress={async () => setConfirming(true)}
        >
          {t('system.toBrand')}
        </BusyButton>
      </div>
      <div className={s.grid}>
        {siteImageSlots.map((slot) => (
          <PictureField key={slot} slot={slot} reason={reason} />
        ))}
      </div>
      {isConfirming && (
        <ConfirmDelete
          title={t('system.toBrandTitle')}
          consequence={t('system.toBrandWhy')}
          items={[
            ...titled.map((language) => ({
              key: language,
              name: site?.titles[language] ?? '',
              detail: t('system.titles'),
            })),
            ...set.map((slot) => ({ key: slot, name: t(`system.picture.${slot}`), detail: '' })),
          ]}
          confirmLabel={t('system.toBrand')}
          onConfirm={async () => {
            await api.delete('/v1/sys/image', undefined, { quiet: true });
            await api.patch('/v1/sys/config', { title_cn: '', title_en: '', title_kr: '' }, { quiet: true });
            await Promise.all([queries.invalidateQueries({ queryKey: ['sys', 'config'] }), look.refresh()]);
            messages.add('done', t('system.saved'));
          }}
          onClose={() => setConfirming(false)}
        />
      )}
    </div>
  );
}
