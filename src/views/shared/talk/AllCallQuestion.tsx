import { Button, makeStyles, Switch } from '@fluentui/react-components';
import { MegaphoneLoudRegular } from '@fluentui/react-icons';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogFrame } from '../../kit/layout/DialogFrame.tsx';
import { tokens } from '../../theme/tokens.ts';
import { MicrophoneField } from './MicrophoneField.tsx';
import { TalkNumbers } from './TalkNumbers.tsx';
import { setChime, wantsChime } from './talkChoices.ts';
import { useTalk } from './useTalk.ts';
import { useTalkPreview } from './useTalkPreview.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: '16px' },
  go: { height: '64px', fontSize: tokens.fontSizeBase400 },
});

const allTerminals = { mode: 'all_call', targets: { all: true } } as const;

/** Confirmation of an all-call after a short press: its targets, and the broadcasts that it interrupts. */
export function AllCallQuestion(props: { onClose: () => void }) {
  const s = useStyles();
  const { t } = useTranslation();
  const talk = useTalk();
  const preview = useTalkPreview(allTerminals);
  const [chime, setChimeOn] = useState(wantsChime);
  const { onClose } = props;
  const { isLive } = talk;
  // Closes when a talk has started in another way.
  useEffect(() => {
    if (isLive) onClose();
  }, [isLive, onClose]);
  return (
    <DialogFrame
      title={t('talk.allCallQuestion')}
      onClose={onClose}
      width={520}
      question
      actions={<Button onClick={onClose}>{t('common.cancel')}</Button>}
    >
      <div className={s.root}>
        <TalkNumbers state={preview} large />
        {/* First element of the dialog, which gets the focus: Enter, Enter. */}
        <Button
          appearance="primary"
          className={s.go}
          icon={<MegaphoneLoudRegular fontSize={24} />}
          // The confirmation needs the numbers; without the server an all-call is impossible anyway.
          disabledFocusable={preview.kind === 'loading' || preview.kind === 'incomplete'}
          data-testid="all-call-go"
          // Ignores the key repeat of the Enter that opened the dialog.
          onKeyDown={(event) => event.repeat && event.preventDefault()}
          onClick={() => talk.start({ ...allTerminals, chime }, false)}
        >
          {t('talk.allCallGo')}
        </Button>
        <MicrophoneField />
        <Switch
          checked={chime}
          label={t('talk.chime')}
          onChange={(_, { checked }) => {
            setChime(checked);
            setChimeOn(checked);
          }}
        />
      </div>
    </DialogFrame>
  );
}
