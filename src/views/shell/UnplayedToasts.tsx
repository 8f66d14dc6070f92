import { Button } from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons';
import { useTranslation } from 'react-i18next';
import { type MessageKey, messageText } from '../../../contract/api/errors.ts';
import { toLanguage } from '../../../contract/language.ts';
import { useApp, usePermission, useSiteClock, useUser } from '../app/AppContext.tsx';
import { useRowsNow } from '../kit/list/useRowsNow.ts';
import { StayingToast } from '../kit/messages/StayingToast.tsx';
import { clockTime } from '../kit/time/clockTime.ts';

/** Most notices shown at a time. */
const SHOWN = 3;

/** Notices that own starts waited and were not played; each stays until it is dismissed. */
export function UnplayedToasts() {
  const user = useUser();
  const may = usePermission();
  if (user === null || !may(['menu_real_time_task', 'list_task', 'caster_broadcast'])) return null;
  return <Own account={user.id} />;
}

function Own({ account }: { account: number }) {
  const { t, i18n } = useTranslation();
  const { api, streams } = useApp();
  const clock = useSiteClock();
  const own = useRowsNow(streams.unplayedStart)
    .filter(({ account_id }) => account_id === account)
    .toSorted((a, b) => b.at - a.at);
  return own.slice(0, SHOWN).map(({ id, name, at, reason }) => {
    const reasonText = messageText(reason.key as MessageKey, toLanguage(i18n.language), reason.params);
    return (
      <StayingToast key={id} testId="unplayed-start">
        <span>
          {t('queue.notPlayed', { name, time: clockTime(at, clock.timeZone()), reason: reasonText })}
        </span>
        <Button
          size="small"
          appearance="transparent"
          icon={<DismissRegular />}
          style={{ color: 'inherit' }}
          aria-label={t('queue.dismissNamed', { name })}
          onClick={() =>
            void api.post(`/v1/unplayed_start/${id}/dismiss`, {}, { quiet: true }).catch(() => {})
          }
        />
      </StayingToast>
    );
  });
}
