import { makeStyles } from '@fluentui/react-components';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SampleSite as Sample, SampleRemoval } from '../../../../contract/entities/site/sampleSite.ts';
import { useApp, usePermission } from '../../app/AppContext.tsx';
import { BusyButton } from '../../kit/action/BusyButton.tsx';
import { ConfirmDelete } from '../../kit/action/ConfirmDelete.tsx';
import { useMessages } from '../../kit/messages/MessagesContext.tsx';
import { tokens } from '../../theme/tokens.ts';
import { Section } from '../Section.tsx';

const path = '/v1/sample_site';
const queryKey = ['sample_site'];
const quiet = { quiet: true };

const useStyles = makeStyles({
  text: { margin: '8px 0 0', color: tokens.colorNeutralForeground2 },
  kept: { margin: '4px 0 0', padding: 0, listStyle: 'none', color: tokens.colorNeutralForeground3 },
});

/**
 * Sample site: the offer to fill an empty site with it, and its removal as long as something of it is left.
 * @param offers whether it is offered
 */
export function SampleSite({ offers }: { offers: boolean }) {
  const s = useStyles();
  const { t } = useTranslation();
  const { api } = useApp();
  const may = usePermission();
  const messages = useMessages();
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const [kept, setKept] = useState<SampleRemoval['kept']>([]);
  const { data } = useQuery({
    queryKey,
    queryFn: () => api.get<Sample>(path, undefined, quiet),
    enabled: may('edit_sys_config'),
  });
  if (data === undefined) return null;
  const { possible, objects } = data;
  const isThere = objects.length > 0;
  if (!isThere && kept.length === 0 && !(possible && offers)) return null;

  const nameOf = (entity: string) => t(`logs.entities.${entity}`);
  const fill = async () => {
    const made = await api.post<Sample>(path, {});
    queries.setQueryData(queryKey, made);
    setKept([]);
    messages.add('done', t('sampleSite.filled', { objects: made.objects.length }));
  };
  const remove = async () => {
    const done = await api.delete<SampleRemoval>(path, undefined, quiet);
    setKept(done.kept);
    setAsking(false);
    messages.add('done', t('sampleSite.removed', done));
    await queries.invalidateQueries({ queryKey });
  };
  return (
    <Section
      title={t('sampleSite.title')}
      end={
        isThere ? (
          <BusyButton size="small" opens onPress={async () => setAsking(true)}>
            {t('sampleSite.remove')}
          </BusyButton>
        ) : (
          possible && (
            <BusyButton size="small" onPress={fill}>
              {t('sampleSite.fill')}
            </BusyButton>
          )
        )
      }
    >
      {isThere && <p className={s.text}>{t('sampleSite.there', { objects: objects.length })}</p>}
      {!isThere && possible && <p className={s.text}>{t('sampleSite.offer')}</p>}
      {kept.length > 0 && (
        <div role="status">
          <p className={s.text}>{t('sampleSite.kept', { n: kept.length })}</p>
          <ul className={s.kept} data-testid="sample-kept">
            {kept.map(({ entity, id, name, reason }) => (
              <li key={`${entity}/${id}`}>
                {nameOf(entity)} {name}: {reason}
              </li>
            ))}
          </ul>
        </div>
      )}
      {isAsking && (
        <ConfirmDelete
          title={t('sampleSite.removeTitle')}
          consequence={t('sampleSite.removeWhy')}
          items={objects.map(({ entity, id, name, changed }) => ({
            key: `${entity}/${id}`,
            name,
            detail: changed ? t('sampleSite.stays') : nameOf(entity),
          }))}
          confirmLabel={t('common.remove')}
          onConfirm={remove}
          onClose={() => setAsking(false)}
        />
      )}
    </Section>
  );
}
