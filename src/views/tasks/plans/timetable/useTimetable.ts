import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Plan } from '../../../../../contract/entities/tasks/plan.ts';
import type {
  Timetable,
  TimetableBody,
  TimetableChange,
} from '../../../../../contract/entities/tasks/timetable.ts';
import { ApiError } from '../../../../api/error.ts';
import { useApp } from '../../../app/AppContext.tsx';
import { useMessages } from '../../../kit/messages/MessagesContext.tsx';
import type { Targets } from '../../../shared/targets/TargetPicker.tsx';
import { useFormPreview } from '../../../shared/targets/useFormPreview.ts';
import { planCalls } from '../../../shared/tasks/calls.ts';
import { useExamQuestion } from '../../schedule/exam/useExamQuestion.tsx';
import { onWeekdays, usualDays, withDay } from './bellDays.ts';
import { changeText } from './changeText.ts';
import {
  type BellSound,
  bodyOf,
  byTime,
  type DraftBell,
  draftsOf,
  faultOf,
  hasSound,
  isQuietValid,
  newBell,
  usualSound,
  withBell,
} from './draftBells.ts';
import type { PastedTime } from './pasteTimes.ts';

const previewTimes = { debounceMs: 400, refreshMs: 10_000 };

/** Edited timetable of a plan: its bells, targets and usual sound, the preview of the change, and saving it. */
export function useTimetable(plan: Plan, saved: Timetable, onClose: () => void) {
  const { t } = useTranslation();
  const { api } = useApp();
  const messages = useMessages();
  const exam = useExamQuestion();
  const [bells, setBells] = useState(() => draftsOf(saved));
  const [targets, setTargets] = useState(() => ({
    devices: saved.devices,
    orgs: saved.orgs,
    groups: saved.groups,
  }));
  const [quiet, setQuiet] = useState(saved.quiet);
  const [sound, setUsual] = useState(() => usualSound(bells));
  const [refused, setRefused] = useState<string>();
  const [isChecked, setChecked] = useState(false);

  const body = bodyOf(saved, bells, targets, quiet);
  const faulty = bells.filter((bell) => faultOf(bell) !== null);
  const hasTargets = targets.devices.length + targets.orgs.length + targets.groups.length > 0;
  const isComplete =
    faulty.length === 0 && isQuietValid(quiet) && (hasTargets || (bells.length === 0 && quiet === null));
  const load = useCallback(
    (wanted: object, signal: AbortSignal) =>
      planCalls(api).previewTimetable(plan.id, wanted as TimetableBody, signal),
    [api, plan.id],
  );
  const preview = useFormPreview<TimetableChange>(
    body === null || !isComplete ? null : JSON.stringify(body),
    load,
    previewTimes,
  );

  async function save(): Promise<void> {
    setChecked(true);
    setRefused(undefined);
    if (!isComplete) return;
    if (body !== null) {
      if (!(await exam.ask(targets))) return;
      try {
        const change = await planCalls(api).saveTimetable(plan.id, body);
        messages.add('done', changeText(change, t));
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        setRefused(error.message);
        return;
      }
    }
    onClose();
  }

  return {
    bells,
    targets,
    sound,
    quiet,
    setQuiet,
    body,
    preview,
    refused,
    question: exam.dialog,
    /** Errors are shown after the first attempt to save. */
    isChecked,
    faulty,
    hasTargets,
    save,
    setBells,
    setTargets: (next: Partial<Targets>) => {
      const { devices, orgs, groups } = { ...targets, ...next };
      setTargets({ devices: [...devices], orgs: [...orgs], groups: [...groups] });
    },
    /** Sets the sound of new bells, and of those that have none. */
    setSound(next: BellSound) {
      setUsual(next);
      setBells((now) => now.map((bell) => (hasSound(bell) ? bell : { ...bell, ...next })));
    },
    /** Adds bells at these times, in order of time. `sounds`: those that are named in the cell beside the time. */
    add(times: readonly PastedTime[], sounds: ReadonlyMap<string, BellSound>) {
      const add = (now: readonly DraftBell[], one: PastedTime) => {
        const days = one.day === null ? usualDays(plan.day_types) : withDay(onWeekdays([]), one.day, true);
        return withBell(now, newBell(one.time, days, sounds.get(one.sound) ?? sound));
      };
      setBells((now) => byTime(times.reduce<readonly DraftBell[]>(add, now)));
    },
  };
}
export type EditedTimetable = ReturnType<typeof useTimetable>;
