import { Button, makeStyles } from '@fluentui/react-components';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type DelayPreview,
  type DelayQuery,
  maxDelayMinutes,
} from '../../../../../contract/entities/tasks/taskDelay.ts';
import { ApiError } from '../../../../api/error.ts';
import { useApp } from '../../../app/AppContext.tsx';
import { BusyButton } from '../../../kit/action/BusyButton.tsx';
import { FormError } from '../../../kit/form/FormError.tsx';
import { NumberInput } from '../../../kit/form/NumberInput.tsx';
import { DialogFrame } from '../../../kit/layout/DialogFrame.tsx';
import { useMessages } from '../../../kit/messages/MessagesContext.tsx';
import { useFormPreview } from '../../../shared/targets/useFormPreview.ts';
import { taskCalls } from '../../../shared/tasks/calls.ts';
import { useZones } from '../../../shared/zones/useZones.ts';
import { ZoneFilter } from '../../../shared/zones/ZoneFilter.tsx';
import { useExamQuestion } from '../exam/useExamQuestion.tsx';
import { DelayAnswer } from './DelayAnswer.tsx';

const useStyles = makeStyles({
  fields: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px 12px', marginBottom: '8px' },
  number: { width: '96px' },
});

/** Delays that are often needed, minutes. */
const common = [15, 30, 60, 120];
const previewTimes = { debounceMs: 300, refreshMs: 10_000 };

/** A preview with the input that it is for. */
type Previewed = DelayPreview & { of: string };

/** Dialog that delays the remaining runs of today, of a zone or of all, with a preview of each. */
export function DelayDialog({ onClose }: { onClose: () => void }) {
  const s = useStyles();
  const { t } = useTranslation();
  const { api } = useApp();
  const messages = useMessages();
  const zones = useZones();
  const exam = useExamQuestion();
  const [minutes, setMinutes] = useState<number | null>(60);
  const [org, setOrg] = useState<number>();
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const [refused, setRefused] = useState<string>();
  const isValid = minutes !== null && Number.isInteger(minutes) && minutes >= 0 && minutes <= maxDelayMinutes;
  const load = useCallback(
    async (wanted: object, signal: AbortSignal) => ({
      ...(await taskCalls(api).previewDelay(wanted as DelayQuery, signal)),
      of: JSON.stringify(wanted),
    }),
    [api],
  );
  const wanted = isValid ? JSON.stringify({ minutes, org: org ?? null }) : null;
  const preview = useFormPreview<Previewed>(wanted, load, previewTimes);
  const shown = preview.show<Previewed | null>({
    incomplete: () => null,
    loading: () => null,
    known: (run) => run,
    old: (run) => run,
    refused: () => null,
  });
  const ids = shown?.runs.flatMap((run) => (left.has(run.task_id) ? [] : run.task_id)) ?? [];

  async function save(): Promise<void> {
    if (shown === null || minutes === null) return;
    if (!(await exam.ask({ orgs: org === undefined ? null : [org], devices: [], groups: [] }))) return;
    setRefused(undefined);
    try {
      const { moved } = await taskCalls(api).delay({ minutes, date: shown.date, ids });
      messages.add('done', t('delay.done', { runs: moved }));
      onClose();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setRefused(error.message);
    }
  }

  return (
    <DialogFrame
      title={t('delay.title')}
      onClose={onClose}
      width={820}
      stays
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <BusyButton
            appearance="primary"
            operation="schedule.delay"
            // The runs of the input before are shown until those of this one are known.
            disabled={ids.length === 0 || shown?.of !== wanted}
            onPress={save}
          >
            {t('delay.apply', { runs: ids.length })}
          </BusyButton>
        </>
      }
    >
      <div className={s.fields}>
        <label htmlFor="delay-minutes">{t('delay.minutes')}</label>
        <NumberInput
          id="delay-minutes"
          size="small"
          className={s.number}
          value={minutes}
          min={0}
          max={maxDelayMinutes}
          step={5}
          onChange={setMinutes}
        />
        {common.map((one) => (
          <Button
            key={one}
            size="small"
            appearance={one === minutes ? 'primary' : 'secondary'}
            aria-pressed={one === minutes}
            onClick={() => setMinutes(one)}
          >
            {t('delay.by', { minutes: one })}
          </Button>
        ))}
        <Button
          size="small"
          appearance={minutes === 0 ? 'primary' : 'secondary'}
          aria-pressed={minutes === 0}
          onClick={() => setMinutes(0)}
        >
          {t('delay.none')}
        </Button>
        <ZoneFilter label={t('delay.zone')} zones={zones ?? []} value={org} onChange={setOrg} />
      </div>
      <DelayAnswer
        state={preview}
        left={left}
        onLeft={(id, isLeft) => {
          const next = new Set(left);
          if (isLeft) next.add(id);
          else next.delete(id);
          setLeft(next);
        }}
      />
      {refused !== undefined && <FormError text={refused} />}
      {exam.dialog}
    </DialogFrame>
  );
}
