import { HeadphonesRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { SpeechValue } from '../../../../contract/entities/sound/upload.ts';
import { ApiError } from '../../../api/error.ts';
import { useApp } from '../../app/AppContext.tsx';
import { BusyButton } from '../../kit/action/BusyButton.tsx';
import { PlayerBar } from '../../kit/player/PlayerBar.tsx';
import { usePanelStyles } from '../../shared/targets/panelStyles.ts';
import type { LinkageFormReturn } from './LinkageSource.tsx';
import { linkageBody } from './linkageForm.ts';

/**
 * Plays the attention tone and the message as an alarm would, before the task is saved. `id`: of a saved
 * task, whose frozen messages are played.
 */
export function ToneListen({ form, id }: { form: LinkageFormReturn; id: number | null }) {
  const p = usePanelStyles();
  const { t } = useTranslation();
  const { api } = useApp();
  const [heard, setHeard] = useState<{ what: string; value: SpeechValue } | null>(null);
  const [failure, setFailure] = useState('');
  // Watches every field: the sound must match the form.
  useWatch({ control: form.control });
  const { audio_source, files, textContent, voiceName, voiceSpeed, preset_text, tone } = linkageBody(
    form.getValues(),
  );
  const sound = {
    audio_source,
    files,
    textContent: textContent.trim(),
    voiceName,
    voiceSpeed,
    preset_text,
    tone,
  };
  const what = JSON.stringify(sound);
  const hasMessage = files.length > 0 || sound.textContent !== '' || preset_text !== null;
  const label = t(
    tone === 'none' ? 'linkage.previewMessage' : hasMessage ? 'linkage.previewRound' : 'linkage.previewTone',
  );
  const hear = async () => {
    setFailure('');
    try {
      const body = { ...sound, id, name: form.getValues('name').trim() || '-' };
      setHeard({
        what,
        value: await api.post<SpeechValue>('/v1/linkage_task/preview', body, { quiet: true }),
      });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure(error.message || t('common.connectionFailed'));
    }
  };
  return (
    <div>
      <div className={p.bar}>
        <BusyButton
          size="small"
          reads
          icon={<HeadphonesRegular />}
          reason={tone === 'none' && !hasMessage ? t('linkage.nothingToPreview') : undefined}
          onPress={hear}
        >
          {label}
        </BusyButton>
        {heard !== null && heard.what !== what && <span>{t('task.previewAgain')}</span>}
      </div>
      {failure !== '' && <div role="alert">{failure}</div>}
      {heard !== null && heard.what === what && (
        <PlayerBar
          key={heard.value.url}
          title={t(`codes.attentionTone.${tone}`)}
          load={async () => heard.value.url}
          seconds={heard.value.duration_ms / 1000}
        />
      )}
    </div>
  );
}
