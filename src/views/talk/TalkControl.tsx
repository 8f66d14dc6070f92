import { Button, makeStyles } from '@fluentui/react-components';
import { MegaphoneLoudRegular, MicRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePermission } from '../app/AppContext.tsx';
import { TalkDialog } from './TalkDialog.tsx';
import { useTalk, wantsChime } from './useTalk.ts';
import { useTalkKey } from './useTalkKey.ts';

const useStyles = makeStyles({
  root: { display: 'flex', gap: '8px' },
  key: { minWidth: 0, whiteSpace: 'nowrap', touchAction: 'none' },
});

/** Speaking from any screen: the all-call by one action (design 8), and speech to chosen zones. */
export function TalkControl() {
  const s = useStyles();
  const { t } = useTranslation();
  const may = usePermission();
  const talk = useTalk();
  const [isOpen, setOpen] = useState(false);
  const key = useTalkKey({
    isLive: talk.isLive,
    start: () => talk.start({ mode: 'all_call', targets: { all: true }, chime: wantsChime() }),
    stop: talk.stop,
  });
  const mayPage = may(['caster_broadcast', 'emergency_broadcast']);
  return (
    <div className={s.root}>
      {may('all_call_broadcast') && (
        <Button
          size="small"
          className={s.key}
          icon={<MegaphoneLoudRegular />}
          aria-pressed={talk.isLive && talk.context.order?.mode === 'all_call'}
          title={t('talk.keyHint')}
          {...key}
        >
          {t('talk.mode.all_call')}
        </Button>
      )}
      {mayPage && (
        <Button
          size="small"
          className={s.key}
          icon={<MicRegular />}
          title={t('talk.speakHint')}
          onClick={() => setOpen(true)}
        >
          {t('talk.speak')}
        </Button>
      )}
      {isOpen && <TalkDialog onClose={() => setOpen(false)} />}
    </div>
  );
}
