import { Button, makeStyles, Radio, RadioGroup } from '@fluentui/react-components';
import { PlayRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { audioSource } from '../../../../contract/codes.ts';
import type { PlayDefaults } from '../../../../contract/entities/sound/playConfig.ts';
import { usePermission } from '../../app/AppContext.tsx';
import { BusyButton } from '../../kit/action/BusyButton.tsx';
import { FormError } from '../../kit/form/FormError.tsx';
import { DialogFrame } from '../../kit/layout/DialogFrame.tsx';
import { tokens, vh } from '../../theme/tokens.ts';
import { QueueNow } from '../queue/QueueNow.tsx';
import { SourceList } from '../talk/SourceList.tsx';
import { TalkDialog } from '../talk/TalkDialog.tsx';
import { usePanelStyles } from '../targets/panelStyles.ts';
import { setTargets } from '../targets/setTargets.ts';
import { TargetPicker, type Targets } from '../targets/TargetPicker.tsx';
import { DryRun } from './DryRun.tsx';
import { PlayOptions } from './PlayOptions.tsx';
import { SourceArea } from './SourceArea.tsx';
import { type StartPreset, type StartValues, suggestedName } from './startForm.ts';
import { useChosenName } from './useChosenName.ts';
import { useDryRun } from './useDryRun.ts';
import { useFileNames } from './useFileNames.ts';
import { usePlayDefaults } from './usePlayDefaults.ts';
import { useStartTask } from './useStartTask.ts';

const useStyles = makeStyles({
  columns: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 10fr) minmax(0, 9fr) minmax(240px, 6fr)',
    columnGap: '24px',
    height: `min(${vh(64)}, 760px)`,
    minHeight: '400px',
  },
  sources: { '& label': { whiteSpace: 'nowrap' } },
  foot: {
    display: 'flex',
    alignItems: 'center',
    marginTop: '8px',
    paddingTop: '8px',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
});

/** Sources in the order of the dialog. */
const sources = [audioSource.mediaFile, audioSource.ttsText, audioSource.radio, audioSource.url] as const;

/**
 * Dialog that starts a real-time task: source, targets and playback, with a dry run. `preset`: terminals,
 * zones or files chosen at first. `onStarted` gets the id of the task.
 */
export function StartTaskDialog(props: {
  open: boolean;
  onClose: () => void;
  preset?: StartPreset | undefined;
  onStarted?: ((id: number, waits: boolean) => void) | undefined;
}) {
  const usual = usePlayDefaults(props.open);
  const [spoken, setSpoken] = useState<Targets | null>(null);
  if (!props.open || usual === undefined) return null;
  const onClose = () => {
    setSpoken(null);
    props.onClose();
  };
  return spoken === null ? (
    <StartTask {...props} onClose={onClose} usual={usual} onMicrophone={setSpoken} />
  ) : (
    <TalkDialog targets={spoken} onClose={onClose} />
  );
}

function StartTask(props: {
  usual: PlayDefaults;
  onClose: () => void;
  preset?: StartPreset | undefined;
  onStarted?: ((id: number, waits: boolean) => void) | undefined;
  /** Called with the chosen targets when the microphone is to be the source. */
  onMicrophone: (targets: Targets) => void;
}) {
  const s = useStyles();
  const p = usePanelStyles();
  const { t } = useTranslation();
  const may = usePermission();
  const [firstFile, setFirstFile] = useState('');
  const start = useStartTask({ ...props, firstFile });
  const { form } = start;
  const values = useWatch({ control: form.control }) as StartValues;
  const { fileOf, learn } = useFileNames(values.files);
  const dryRun = useDryRun(values);
  const presetName = useChosenName('preset_text', values.preset_text);
  const radioName = useChosenName('radio', values.radio);
  const fileName = values.files[0] === undefined ? '' : (fileOf(values.files[0])?.name ?? '');
  const source = values.audio_source;
  const name =
    source === audioSource.radio ? radioName : source === audioSource.mediaFile ? fileName : presetName;
  if (name !== firstFile) setFirstFile(name);
  return (
    <DialogFrame
      title={t('task.startTitle')}
      onClose={props.onClose}
      width={1280}
      stays
      actions={
        <>
          <Button onClick={props.onClose}>{t('common.cancel')}</Button>
          <BusyButton
            appearance="primary"
            icon={<PlayRegular />}
            reason={may('operate_real_time_task') ? undefined : t('kit.noRight')}
            operation="task.start"
            onPress={start.submit}
          >
            {t(start.refused === null ? 'task.start' : 'queue.askAgain')}
          </BusyButton>
        </>
      }
    >
      <div className={s.columns}>
        <div className={p.column}>
          <SourceList
            onMicrophone={() => {
              const { orgs, devices, groups } = values;
              props.onMicrophone({ orgs, devices, groups });
            }}
          />
          <div className={p.heading}>
            <h3>{t('task.what')}</h3>
            <span className={p.rest} />
            <RadioGroup
              className={s.sources}
              layout="horizontal"
              aria-label={t('task.source')}
              value={String(values.audio_source)}
              onChange={(_, data) =>
                form.setValue('audio_source', Number(data.value) as StartValues['audio_source'])
              }
            >
              {sources
                .filter((source) => source !== audioSource.radio || may('list_radio'))
                .map((source) => (
                  <Radio key={source} value={String(source)} label={t(`codes.audioSource.${source}`)} />
                ))}
            </RadioGroup>
          </div>
          <SourceArea form={form} values={values} fileOf={fileOf} onPicked={learn} />
        </div>
        <TargetPicker
          targets={values}
          onChange={(next) => setTargets(form, next)}
          error={form.formState.errors.devices?.message ?? form.formState.errors.orgs?.message}
        />
        <PlayOptions form={form} suggestion={suggestedName(values, name)} />
      </div>
      {start.refused !== null && <FormError title={t('task.notStarted')} text={start.refused} />}
      <QueueNow />
      <div className={s.foot}>
        <DryRun state={dryRun} />
      </div>
    </DialogFrame>
  );
}
