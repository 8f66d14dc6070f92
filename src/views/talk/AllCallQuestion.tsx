import { Button, makeStyles, Switch } from '@fluentui/react-components';
import { MegaphoneLoudRegular } from '@fluentui/react-icons';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogFrame } from '../kit/DialogFrame.tsx';
import { tokens } from '../theme/tokens.ts';
import { MicrophoneField } from './MicrophoneField.tsx';
import { TalkNumbers } from './TalkNumbers.tsx';
import { setChime, wantsChime } from './talkChoices.ts';
import { useTalk } from './useTalk.ts';
import { useTalkPreview } from './useTalkPreview.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: '16px' },
  go: { height: '64px', fontSize: tokens.fontSizeBase400 },
});

const everybody = { mode: 'all_call', targets: { all: true } } as const;

/** The one question of an all-call that was pressed and not held: to whom it goes, and what it interrupts. */
export function AllCallQuestion(props: { onClose: () => void }) {
  const s = useStyles();
  const { t } = useTranslation();
  const talk = useTalk();
  const preview = useTalkPreview(everybody);
  const [chime, setWish] = useState(wantsChime);
  const { onClose } = props;
  const { isLive } = talk;
  // It is on the air by another way: nothing is left to ask.
  useEffect(() => {
    if (isLive) onClose();
  }, [isLive, onClose]);
  return (
    <DialogFrame
      title={t('talk.allCallQuestion')}
      onClose={onClose}
      width={520}
      alert
      actions={<Button onClick={onClose}>{t('common.cancel')}</Button>}
    >
      <div className={s.root}>
        <TalkNumbers state={preview} large />
        {/* The first in the dialog, which has the focus: Enter, Enter. */}
        <Button
          appearance="primary"
          className={s.go}
          icon={<MegaphoneLoudRegular fontSize={24} />}
          // Without the numbers there is no question; without the server there is no all-call either.
          disabledFocusable={preview.kind === 'asking' || preview.kind === 'incomplete'}
          data-testid="all-call-go"
          // The Enter that asked may still be held: its repetition answers nothing.
          onKeyDown={(event) => event.repeat && event.preventDefault()}
          onClick={() => talk.start({ ...everybody, chime }, false)}
        >
          {t('talk.allCallGo')}
        </Button>
        <MicrophoneField />
        <Switch
          checked={chime}
          label={t('talk.chime')}
          onChange={(_, { checked }) => {
            setChime(checked);
            setWish(checked);
          }}
        />
      </div>
    </DialogFrame>
  );
}
