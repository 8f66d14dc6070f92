import { ArrowSyncRegular } from '@fluentui/react-icons';
import { useTranslation } from 'react-i18next';
import { messageText } from '../../../../contract/api/errors.ts';
import type { LinkageTaskLive } from '../../../../contract/entities/tasks/linkageTask.ts';
import { useApp } from '../../app/AppContext.tsx';
import { useLanguage } from '../../app/useLanguage.ts';
import { BusyButton } from '../../kit/action/BusyButton.tsx';
import { useMessages } from '../../kit/messages/MessagesContext.tsx';
import { useRightReason } from '../../kit/useRightReason.ts';
import { useDevicePanelStyles } from '../../shared/terminals/devicePanelStyles.ts';
import { elsewhereReason } from './ElsewhereNote.tsx';

/** Differences between the library and the frozen messages of a task, with a button that updates the task. */
export function LibraryDiffers({ task }: { task: LinkageTaskLive }) {
  const s = useDevicePanelStyles();
  const { t } = useTranslation();
  const { api } = useApp();
  const language = useLanguage();
  const messages = useMessages();
  const rightReason = useRightReason();
  const { differs } = task;
  const canAdopt = differs.some(({ gone }) => !gone);
  const adopt = async () => {
    try {
      await api.post(`/v1/linkage_task/${task.id}/adopt`, {}, { quiet: true });
      messages.add('done', t('linkage.adopted', { name: task.name }));
    } catch (error) {
      messages.add('error', (error as Error).message);
    }
  };
  return (
    <div data-testid="linkage-differs">
      <h3 className={s.section}>{t('linkage.differsTitle')}</h3>
      <ul>
        {differs.map(({ what, id, name, gone, text }) => (
          <li key={`${what}${id}`}>
            <b>
              {t(what === 'file' ? 'file.files' : 'task.presetText')}: {name}
            </b>{' '}
            {t(gone ? 'linkage.differsGone' : 'linkage.differsEdited')}
            {text !== undefined && <div>{t('linkage.differsText', { text })}</div>}
          </li>
        ))}
      </ul>
      <p className={s.caption}>{t('linkage.differsWhy')}</p>
      {canAdopt && (
        <div className={s.buttons}>
          <BusyButton
            size="small"
            icon={<ArrowSyncRegular />}
            reason={
              rightReason('edit_linkage_task') ??
              elsewhereReason(task, language) ??
              (task.playing ? messageText('broadcast.alarmInProgress', language) : undefined)
            }
            onPress={adopt}
          >
            {t('linkage.adopt')}
          </BusyButton>
        </div>
      )}
    </div>
  );
}
