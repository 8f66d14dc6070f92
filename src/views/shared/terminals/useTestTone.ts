import { useTranslation } from 'react-i18next';
import { useApp, usePermission } from '../../app/AppContext.tsx';
import { useMessages } from '../../kit/messages/MessagesContext.tsx';

/** Plays a test tone at a loudspeaker as a broadcast, so that it proves the whole way; `reason`: why it is not offered. */
export function useTestTone() {
  const { t } = useTranslation();
  const { api } = useApp();
  const may = usePermission();
  const messages = useMessages();
  return {
    reason: may('operate_real_time_task') ? undefined : t('kit.noRight'),
    async play({ id, name }: { id: number; name: string }): Promise<void> {
      await api.post('/v1/task/test_tone', { devices: [id] });
      messages.add('done', t('devices.testToneAt', { name }));
    },
  };
}
