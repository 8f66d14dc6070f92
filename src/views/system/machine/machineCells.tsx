import { Button, makeStyles } from '@fluentui/react-components';
import { DeleteRegular } from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { PairMachine } from '../../../../contract/entities/site/pair.ts';
import type { PairStage } from '../../../../contract/fieldCodes.ts';
import { useStaleReason } from '../../app/useStaleReason.ts';
import { StatusText } from '../../kit/status/StatusText.tsx';
import { sizeText } from '../../shared/media/sizes.ts';
import { tokens } from '../../theme/tokens.ts';

const useStyles = makeStyles({
  detail: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

/** Value that a machine does not have. */
export const NONE = '–';

const stageLook = {
  copying: { tone: 'strong', glyph: 'dataPie' },
  following: { tone: 'grey', glyph: 'checkmark' },
  waiting: { tone: 'strong', glyph: 'clock' },
  lost: { tone: 'fault', glyph: 'warning' },
} as const satisfies Record<PairStage, object>;

/** Shows a name with a detail below it. */
export function Named({ name, detail }: { name: ReactNode; detail: ReactNode }) {
  const s = useStyles();
  return (
    <>
      <div>{name}</div>
      <div className={s.detail}>{detail}</div>
    </>
  );
}

/** Button that removes a machine of the pair. */
export function RemoveButton({ label, onPress }: { label: string; onPress: () => void }) {
  const stale = useStaleReason();
  return (
    <Button
      size="small"
      appearance="subtle"
      icon={<DeleteRegular />}
      disabledFocusable={stale !== undefined}
      aria-label={label}
      title={stale ?? label}
      onClick={onPress}
    />
  );
}

/** Shows what the database of a machine does. */
export function Stage({ machine }: { machine: PairMachine }) {
  const s = useStyles();
  const { t } = useTranslation();
  const { stage, done_bytes, total_bytes, bytes_per_s } = machine;
  if (stage === null) return NONE;
  return (
    <>
      <StatusText {...stageLook[stage]} text={t(`standby.stage.${stage}`)} />
      {stage === 'copying' && total_bytes > 0 && (
        <div className={s.detail}>
          {t('standby.copied', {
            done: sizeText(done_bytes),
            total: sizeText(total_bytes),
            rate: (bytes_per_s / 1e6).toFixed(1),
          })}
        </div>
      )}
    </>
  );
}

/** Shows the version of the program of a machine; marked if the server has another one. */
export function Version({ version, server }: { version: string; server: string | undefined }) {
  const { t } = useTranslation();
  if (version === '') return NONE;
  if (version === server || server === undefined) return version;
  return <Marked text={t('standby.otherVersion', { version, server })} isMarked />;
}

/** Shows a value; marked, as a fault. */
export function Marked({ text, isMarked }: { text: string; isMarked: boolean }) {
  return isMarked ? <StatusText tone="fault" glyph="warning" text={text} /> : text;
}
