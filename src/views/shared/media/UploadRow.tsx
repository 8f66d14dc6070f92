import { Button, makeStyles, mergeClasses } from '@fluentui/react-components';
import { ArrowClockwiseRegular, DismissRegular } from '@fluentui/react-icons';
import { useTranslation } from 'react-i18next';
import { NameText } from '../../kit/layout/NameText.tsx';
import { FaultGlyph, Glyph } from '../../kit/status/Glyph.tsx';
import { tokens } from '../../theme/tokens.ts';
import { sizeText } from './sizes.ts';
import type { UploadItem } from './uploads.ts';

const useStyles = makeStyles({
  root: { padding: '8px 0', borderBottom: `1px solid ${tokens.colorNeutralStroke3}` },
  line: { display: 'flex', alignItems: 'center', gap: '8px', minHeight: '24px' },
  name: {
    flexGrow: 1,
    flexBasis: 0,
    minWidth: 0,
    whiteSpace: 'nowrap',
  },
  detail: {
    display: 'flex',
    justifyContent: 'space-between',
    gap: '8px',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground3,
  },
  fault: { color: tokens.tocsinFaultText },
  size: { flexShrink: 0, whiteSpace: 'nowrap' },
  track: { height: '4px', margin: '2px 0 4px', backgroundColor: tokens.tocsinMeterTrack },
  noTrack: { height: '10px' },
  fill: { height: '100%', backgroundColor: tokens.tocsinData1, transformOrigin: 'left' },
  checking: { backgroundColor: tokens.tocsinData3 },
});

/** One upload: progress and speed, result, and reason of a refusal. */
export function UploadRow(props: { item: UploadItem; onCancel: () => void; onRetry: () => void }) {
  const s = useStyles();
  const { t } = useTranslation();
  const { item } = props;
  const isRunning = item.state === 'sending' || item.state === 'checking';
  const isRefused = item.state === 'refused';
  const mayRetry = isRefused || item.state === 'cancelled';
  const left = item.speed > 0 ? Math.ceil(((1 - item.sent) * item.size) / item.speed) : null;
  const text = isRefused
    ? item.reason || t('media.notTransferred')
    : t(`file.uploadState.${item.state}`, { percent: Math.floor(item.sent * 100) });
  return (
    <li className={s.root} data-testid="upload" data-state={item.state}>
      <div className={s.line}>
        {isRefused && <FaultGlyph />}
        {item.state === 'done' && <Glyph name="checkmark" size={14} />}
        <span className={s.name}>
          <NameText name={item.name} />
        </span>
        {mayRetry && (
          <Button
            size="small"
            appearance="subtle"
            icon={<ArrowClockwiseRegular />}
            aria-label={t('file.retryUpload', { name: item.name })}
            title={t('common.retry')}
            onClick={props.onRetry}
          />
        )}
        {(isRunning || item.state === 'waiting') && (
          <Button
            size="small"
            appearance="subtle"
            icon={<DismissRegular />}
            aria-label={t('file.cancelUpload', { name: item.name })}
            title={t('common.cancel')}
            onClick={props.onCancel}
          />
        )}
      </div>
      {isRunning ? (
        <div
          className={s.track}
          role="progressbar"
          aria-label={item.name}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.floor(item.sent * 100)}
        >
          <div
            className={mergeClasses(s.fill, item.state === 'checking' && s.checking)}
            style={{ transform: `scaleX(${item.sent})` }}
          />
        </div>
      ) : (
        // Its place stays, so that the buttons of other uploads do not move.
        <div className={s.noTrack} />
      )}
      <div className={s.detail}>
        <span className={isRefused ? s.fault : undefined}>{text}</span>
        <span className={s.size}>
          {item.state === 'sending' && item.speed > 0
            ? t('file.uploadSpeed', { speed: `${sizeText(item.speed)}/s`, seconds: left })
            : sizeText(item.size)}
        </span>
      </div>
    </li>
  );
}
