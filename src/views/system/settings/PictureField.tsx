import { Button, makeStyles, mergeClasses } from '@fluentui/react-components';
import { ArrowUploadRegular } from '@fluentui/react-icons';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageText } from '../../../../contract/api/errors.ts';
import {
  limitsOf,
  type SiteImageSlot,
  type SiteImages,
  siteImageFault,
} from '../../../../contract/entities/site/siteImage.ts';
import { ApiError } from '../../../api/error.ts';
import { useApp, useSite, useSiteLook } from '../../app/AppContext.tsx';
import { useLanguage } from '../../app/useLanguage.ts';
import { BusyButton } from '../../kit/action/BusyButton.tsx';
import { MessageField } from '../../kit/form/MessageField.tsx';
import { useMessages } from '../../kit/messages/MessagesContext.tsx';
import { dark, light } from '../../theme/palette.ts';
import { tokens } from '../../theme/tokens.ts';

const useStyles = makeStyles({
  frame: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    height: '120px',
    marginBottom: '8px',
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
    overflow: 'hidden',
  },
  light: {
    backgroundColor: light.background[0],
    color: light.foreground[1],
  },
  dark: {
    backgroundColor: dark.background[0],
    color: dark.foreground[1],
  },
  picture: { width: '100%', height: '100%', objectFit: 'cover' },
  logo: { width: '240px', height: '80px', objectFit: 'contain' },
  buttons: { display: 'flex', gap: '8px', flexWrap: 'wrap' },
});

/** A chosen picture that is not set yet. */
interface Chosen {
  file: File;
  url: string;
}

/**
 * One picture of the site: the present one, or a chosen one as a preview before it is set. `reason`: why it
 * cannot be changed.
 */
export function PictureField({ slot, reason }: { slot: SiteImageSlot; reason: string | undefined }) {
  const s = useStyles();
  const { t } = useTranslation();
  const { api } = useApp();
  const language = useLanguage();
  const messages = useMessages();
  const site = useSite();
  const look = useSiteLook();
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const url = chosen?.url ?? site?.images[slot]?.url;
  const hasLight = site?.images[slot.replace('_dark', '') as SiteImageSlot] != null;
  const label = t(`system.picture.${slot}`);
  const limits = limitsOf(slot);
  const isLogo = slot.startsWith('logo');
  useEffect(() => {
    if (chosen !== null) return () => URL.revokeObjectURL(chosen.url);
  }, [chosen]);

  const choose = async (file: File) => {
    // Reads only as much as is needed to detect that it is too large.
    const bytes = new Uint8Array(await file.slice(0, limits.bytes + 1).arrayBuffer());
    const found = siteImageFault(slot, bytes);
    setFault(found === null ? null : messageText(found.key, language, found.params));
    setChosen(found === null ? { file, url: URL.createObjectURL(file) } : null);
  };
  const perform = async (work: () => Promise<SiteImages>) => {
    try {
      await work();
      await look.refresh();
      setChosen(null);
      setFault(null);
      messages.add('done', t('system.saved'));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // Without a connection the message asks to check the network.
      setFault(error.network ? messageText('common.checkNetwork', language) : error.message);
    }
  };
  const upload = (file: File) => {
    const body = new FormData();
    body.append('file', file);
    return perform(() => api.put<SiteImages>(`/v1/sys/image/${slot}`, body, { quiet: true }));
  };
  return (
    <MessageField
      label={label}
      hint={t('system.pictureHint', {
        ratio: isLogo ? t('system.pictureRatio') : '',
        mb: limits.bytes / 1_048_576,
        width: limits.width,
        height: limits.height,
      })}
      error={fault ?? undefined}
    >
      <div>
        <div className={mergeClasses(s.frame, slot.endsWith('_dark') ? s.dark : s.light)}>
          {url === undefined ? (
            <span>{t(hasLight ? 'system.isLight' : 'system.isBrands')}</span>
          ) : (
            <img
              className={isLogo ? s.logo : s.picture}
              src={url}
              alt={label}
              data-testid={`picture-${slot}`}
              onError={() => setFault(messageText('common.pngOnly', language))}
            />
          )}
        </div>
        <div className={s.buttons}>
          {chosen !== null && (
            <BusyButton appearance="primary" reason={reason} onPress={() => upload(chosen.file)}>
              {t('system.pictureUse')}
            </BusyButton>
          )}
          {chosen !== null && <Button onClick={() => setChosen(null)}>{t('system.discard')}</Button>}
          {chosen === null && (
            <BusyButton
              icon={<ArrowUploadRegular />}
              opens
              reason={reason}
              aria-label={t('system.pictureChooseFor', { name: label })}
              onPress={async () => input.current?.click()}
            >
              {t('system.pictureChoose')}
            </BusyButton>
          )}
          {chosen === null && url !== undefined && (
            <BusyButton
              reason={reason}
              aria-label={t('system.pictureBackFor', { name: label })}
              onPress={() =>
                perform(() => api.delete<SiteImages>(`/v1/sys/image/${slot}`, undefined, { quiet: true }))
              }
            >
              {t('system.pictureBack')}
            </BusyButton>
          )}
          <input
            ref={input}
            type="file"
            hidden
            accept="image/png"
            data-testid={`upload-${slot}`}
            aria-label={label}
            onChange={(event) => {
              const [file] = event.target.files ?? [];
              // Allows choosing the same file again.
              event.target.value = '';
              if (file !== undefined) void choose(file);
            }}
          />
        </div>
      </div>
    </MessageField>
  );
}
