import { Button, makeStyles } from '@fluentui/react-components';
import { SpeakerEditRegular } from '@fluentui/react-icons';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { audioSource } from '../../../../contract/codes.ts';
import type { PlayDefaults } from '../../../../contract/entities/sound/playConfig.ts';
import { usePermission } from '../../app/AppContext.tsx';
import { BusyButton } from '../../kit/action/BusyButton.tsx';
import { FormError } from '../../kit/form/FormError.tsx';
import { NumberField } from '../../kit/form/fields.tsx';
import { DialogFrame } from '../../kit/layout/DialogFrame.tsx';
import { narrowScreen, tokens, vh } from '../../theme/tokens.ts';
import { BusyFormFields } from '../queue/BusyFormFields.tsx';
import { QueueNow } from '../queue/QueueNow.tsx';
import { DryRun } from '../startTask/DryRun.tsx';
import type { StartValues } from '../startTask/startForm.ts';
import { ChimeField, TaskVolumeField } from '../startTask/TaskFields.tsx';
import { TextSource } from '../startTask/TextSource.tsx';
import { useDryRun } from '../startTask/useDryRun.ts';
import { usePlayDefaults } from '../startTask/usePlayDefaults.ts';
import { useStartTask } from '../startTask/useStartTask.ts';
import { usePanelStyles } from '../targets/panelStyles.ts';
import { setTargets } from '../targets/setTargets.ts';
import { TargetPicker, type Targets } from '../targets/TargetPicker.tsx';

const useStyles = makeStyles({
  columns: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
    columnGap: '24px',
    height: `min(${vh(68)}, 640px)`,
    minHeight: '400px',
    [narrowScreen]: {
      gridTemplateColumns: 'minmax(0, 1fr)',
      gridTemplateRows: 'auto 320px',
      rowGap: '16px',
      height: 'auto',
    },
  },
  words: {
    overflowY: 'auto',
    minHeight: 0,
    paddingRight: '4px',
    // In a low window every field fits beside the targets.
    '& textarea': { height: `min(${vh(15)}, 195px)` },
  },
  two: { display: 'grid', gridTemplateColumns: '1fr 1fr', columnGap: '16px' },
  foot: {
    display: 'flex',
    alignItems: 'center',
    marginTop: '8px',
    paddingTop: '8px',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
});

interface Props {
  onClose: () => void;
  /** Targets chosen at first. */
  targets?: Partial<Targets>;
}

/**
 * Dialog that says typed words at once: a synchronous TTS broadcast (task type 6), heard while the rest is still being
 * spoken.
 */
export function SayDialog(props: Props) {
  const usual = usePlayDefaults(true);
  return usual === undefined ? null : <Say {...props} usual={usual} />;
}

function Say({ onClose, targets = {}, usual }: Props & { usual: PlayDefaults }) {
  const s = useStyles();
  const p = usePanelStyles();
  const { t } = useTranslation();
  const may = usePermission();
  const preset = { ...targets, audio_source: audioSource.ttsText };
  const { form, refused, submit } = useStartTask({ preset, usual, firstFile: '', onClose });
  const { control, formState } = form;
  const values = useWatch({ control }) as StartValues;
  const dryRun = useDryRun(values);
  const { errors } = formState;
  return (
    <DialogFrame
      title={t('talk.sayTitle')}
      onClose={onClose}
      width={1040}
      stays
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <BusyButton
            appearance="primary"
            icon={<SpeakerEditRegular />}
            reason={may('operate_real_time_task') ? undefined : t('kit.noRight')}
            operation="task.say"
            onPress={submit}
          >
            {t(refused === null ? 'talk.sayNow' : 'queue.askAgain')}
          </BusyButton>
        </>
      }
    >
      <div className={s.columns}>
        <div className={s.words}>
          <div className={p.heading}>
            <h3>{t('task.what')}</h3>
          </div>
          <TextSource form={form} />
          <div className={s.two}>
            <TaskVolumeField control={control} name="volume" label={t('common.volume')} />
            <NumberField control={control} name="priority" label={t('task.priorityWins')} min={0} max={100} />
          </div>
          <div className={s.two}>
            <ChimeField control={control} name="chime_before" label={t('schedule.chimeBefore')} />
            <ChimeField control={control} name="chime_after" label={t('schedule.chimeAfter')} />
          </div>
          <BusyFormFields control={control} />
          <QueueNow />
        </div>
        <TargetPicker
          targets={values}
          onChange={(next) => setTargets(form, next)}
          error={errors.devices?.message ?? errors.orgs?.message}
        />
      </div>
      {refused !== null && <FormError title={t('task.notStarted')} text={refused} />}
      <div className={s.foot}>
        <DryRun state={dryRun} />
      </div>
    </DialogFrame>
  );
}
