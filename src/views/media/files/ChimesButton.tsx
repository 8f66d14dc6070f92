import { AlertRegular } from '@fluentui/react-icons';
import { useTranslation } from 'react-i18next';
import { useApp } from '../../app/AppContext.tsx';
import { BusyButton } from '../../kit/action/BusyButton.tsx';
import { useMessages } from '../../kit/messages/MessagesContext.tsx';
import { useOwner } from '../../shared/media/useOwner.ts';

/** Adds the bundled chimes to the library: two tones, four tones, attention. Existing ones are kept. */
export function ChimesButton() {
  const { t } = useTranslation();
  const { api } = useApp();
  const messages = useMessages();
  const { createReason } = useOwner();
  const add = async () => {
    const { added } = await api.call<{ added: number }>('/v1/file/chimes', {});
    messages.add('done', t('file.chimesAdded', { added }));
  };
  return (
    <BusyButton size="small" icon={<AlertRegular />} reason={createReason} onPress={add}>
      {t('file.addChimes')}
    </BusyButton>
  );
}
