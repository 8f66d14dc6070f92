import { Link } from '@fluentui/react-components';
import { ArrowDownloadRegular } from '@fluentui/react-icons';
import { useTranslation } from 'react-i18next';
import type { DownloadEntry } from '../../../../contract/entities/terminals/download.ts';
import { CopyButton } from '../../kit/action/CopyButton.tsx';
import { sizeText } from '../../shared/media/sizes.ts';
import { useDownloadStyles } from './downloadStyles.ts';

/** Files of a program with their sizes and check sums. */
export function Files({ files }: Pick<DownloadEntry, 'files'>) {
  const s = useDownloadStyles();
  const { t } = useTranslation();
  return files.map(({ name, size, sha256 }) => (
    <div key={name}>
      <div className={s.file}>
        <Link href={`/v1/download/${encodeURIComponent(name)}`} download={name} className={s.link}>
          <ArrowDownloadRegular fontSize={16} />
          {name}
        </Link>
        <span className={s.quiet}>{sizeText(size)}</span>
      </div>
      <div className={s.file}>
        <span className={s.quiet}>SHA-256</span>
        <code className={s.code}>{sha256}</code>
        <CopyButton text={sha256} size="small" label={t('download.copySum', { name })} />
      </div>
    </div>
  ));
}
