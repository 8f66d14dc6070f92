import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useApp, usePermission } from '../../app/AppContext.tsx';
import type { Done, NextStep } from '../../kit/action/NextSteps.tsx';
import { useMessages } from '../../kit/messages/MessagesContext.tsx';
import { terminalScreens } from '../../shared/terminals/kindScreens.ts';
import type { Adopted } from './foundCalls.ts';

/** The terminal that was adopted last, and what usually follows: to hear it, and to go to it. */
export function useAdopted() {
  const { t } = useTranslation();
  const { api } = useApp();
  const may = usePermission();
  const navigate = useNavigate();
  const messages = useMessages();
  const [adopted, setAdopted] = useState<Adopted | null>(null);

  function doneOf({ id, name, kind }: Adopted): Done {
    const steps: NextStep[] = [
      {
        key: 'go',
        label: t('scan.goToIt'),
        leads: true,
        onPress: async () => navigate(`/${terminalScreens[kind]}?id=${id}`),
      },
    ];
    // Broadcasts reach loudspeakers only.
    if (kind === 'device')
      steps.unshift({
        key: 'tone',
        label: t('scan.testTone'),
        reason: may('operate_real_time_task') ? undefined : t('kit.noRight'),
        onPress: async () => {
          await api.post('/v1/task/test_tone', { devices: [id] });
          messages.add('done', t('scan.testToneAt', { name }));
        },
      });
    return { text: t('scan.adopted', { name }), steps };
  }
  return {
    done: adopted === null ? null : doneOf(adopted),
    show: setAdopted,
    close: () => setAdopted(null),
  };
}
