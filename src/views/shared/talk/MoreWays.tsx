import { Button, Menu, MenuItem, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components';
import {
  ArrowRepeatAllRegular,
  ChevronDownRegular,
  QrCodeRegular,
  SpeakerEditRegular,
} from '@fluentui/react-icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePermission } from '../../app/AppContext.tsx';
import { laterPart } from '../../app/laterPart.tsx';
import type { Targets } from '../targets/TargetPicker.tsx';
import { useRepeatPage } from './page/useRepeatPage.tsx';

// Forms and the QR code are loaded when they are opened: every screen has this menu.
const SayDialog = laterPart(async () => (await import('./SayDialog.tsx')).SayDialog);
const PhoneLinkDialog = laterPart(
  async () => (await import('../talkLinks/PhoneLinkDialog.tsx')).PhoneLinkDialog,
);

type Way = { way: 'say' | 'phone'; targets: Partial<Targets> };

/** Actions beside the microphone: typed words that are spoken at once, and a link for a phone. */
export function useMoreWays() {
  const may = usePermission();
  const [open, setOpen] = useState<Way | null>(null);
  const close = () => setOpen(null);
  return {
    maySay: may('operate_real_time_task'),
    mayPhone: may('caster_broadcast'),
    say: (targets: Partial<Targets> | null) => setOpen({ way: 'say', targets: targets ?? {} }),
    phone: (targets: Partial<Targets> | null) => setOpen({ way: 'phone', targets: targets ?? {} }),
    dialog:
      open !== null &&
      (open.way === 'say' ? (
        <SayDialog targets={open.targets} onClose={close} />
      ) : (
        <PhoneLinkDialog targets={open.targets} onClose={close} />
      )),
  };
}

/** Menu beside the speech key of the top bar. */
export function MoreWays(props: { className: string; chosen: () => Partial<Targets> | null }) {
  const { t } = useTranslation();
  const { maySay, mayPhone, say, phone, dialog } = useMoreWays();
  const { repeat, question } = useRepeatPage();
  if (!maySay && !mayPhone) return null;
  return (
    <>
      <Menu>
        <MenuTrigger disableButtonEnhancement>
          <Button
            size="small"
            className={props.className}
            icon={<ChevronDownRegular />}
            aria-label={t('talk.moreWays')}
            title={t('talk.moreWays')}
          />
        </MenuTrigger>
        <MenuPopover>
          <MenuList>
            {maySay && (
              <MenuItem icon={<SpeakerEditRegular />} onClick={() => say(props.chosen())}>
                {t('talk.sayNow')}
              </MenuItem>
            )}
            {maySay && (
              <MenuItem icon={<ArrowRepeatAllRegular />} onClick={() => void repeat().catch(() => undefined)}>
                {t('talk.repeat')}
              </MenuItem>
            )}
            {mayPhone && (
              <MenuItem icon={<QrCodeRegular />} onClick={() => phone(props.chosen())}>
                {t('phoneLink.title')}
              </MenuItem>
            )}
          </MenuList>
        </MenuPopover>
      </Menu>
      {dialog}
      {question}
    </>
  );
}
