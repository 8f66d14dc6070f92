import { useTranslation } from 'react-i18next';
import { Glyph } from './Glyph.tsx';

/** Number of terminals behind a lost relay, apart from those that are offline. */
export function BehindCount({ n, className }: { n: number; className?: string | undefined }) {
  const { t } = useTranslation();
  return (
    <span className={className} title={t('status.behind_relay')}>
      {n > 0 && (
        <>
          <Glyph name="warningOutline" />
          {n.toLocaleString('en-US')}
        </>
      )}
    </span>
  );
}
