import { Button } from '@fluentui/react-components';
import { ArrowUploadRegular } from '@fluentui/react-icons';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useStaleReason } from '../../app/useStaleReason.ts';

/** Types that the file dialog offers first; the server checks the content, not the name. */
const sounds = 'audio/*,.mp3,.wav,.flac,.ogg,.oga,.opus,.m4a,.aac,.wma,.aif,.aiff,.aifc,.amr,.webm,.mka,.caf';

/**
 * Chooses files of the computer, several at once. `accept`: types that the file dialog offers first; by
 * default sounds.
 */
export function UploadButton(props: {
  onFiles: (files: File[]) => void;
  accept?: string;
  /** Reason why uploading is disabled. */
  reason?: string | undefined;
}) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const stale = useStaleReason();
  const reason = props.reason ?? stale;
  return (
    <>
      <Button
        size="small"
        appearance="primary"
        icon={<ArrowUploadRegular />}
        disabledFocusable={reason !== undefined}
        {...(reason === undefined ? {} : { title: reason })}
        onClick={() => input.current?.click()}
      >
        {t('common.upload')}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={props.accept ?? sounds}
        data-testid="upload-input"
        aria-label={t('common.upload')}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // Allows choosing the same file again.
          event.target.value = '';
          if (files.length > 0) props.onFiles(files);
        }}
      />
    </>
  );
}
