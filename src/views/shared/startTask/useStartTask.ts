import { zodResolver } from '@hookform/resolvers/zod';
import { useRef, useState } from 'react';
import type { Resolver } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { PlayDefaults } from '../../../../contract/entities/sound/playConfig.ts';
import type { StartedTask } from '../../../../contract/entities/tasks/queuedStart.ts';
import { useApp } from '../../app/AppContext.tsx';
import { zodMessage } from '../../kit/form/errors.ts';
import { listOf, useServerForm } from '../../kit/form/useServerForm.ts';
import { useStartedReport } from '../queue/useStartedReport.ts';
import {
  type StartPreset,
  type StartValues,
  startBody,
  startDefaults,
  startForm,
  suggestedName,
} from './startForm.ts';

/** Validates with the schema of the contract; a task without a name gets the suggested one. */
function namedResolver(firstFile: () => string): Resolver<StartValues, unknown, StartValues> {
  const check = zodResolver(startForm as never, { error: zodMessage }) as unknown as Resolver<
    StartValues,
    unknown,
    StartValues
  >;
  return (values, context, options) =>
    check({ ...values, name: values.name.trim() || suggestedName(values, firstFile()) }, context, options);
}

/** Form of the start dialog and its submit: a refusal keeps the input and shows the reason at its field. */
export function useStartTask(props: {
  preset?: StartPreset | undefined;
  /** Playback defaults of the site. */
  usual: PlayDefaults;
  /** Name of the first file, which names the task unless it has a name. */
  firstFile: string;
  onClose: () => void;
  onStarted?: ((id: number, waits: boolean) => void) | undefined;
}) {
  const { t } = useTranslation();
  const { api } = useApp();
  const report = useStartedReport();
  const firstFile = useRef(props.firstFile);
  firstFile.current = props.firstFile;
  const [resolver] = useState(() => namedResolver(() => firstFile.current));
  const { form, refused, submit } = useServerForm<StartValues, StartValues>(
    { resolver, defaultValues: startDefaults(props.preset, props.usual) },
    async (values) => {
      const answer = await api.post<StartedTask>('/v1/task', startBody(values), { quiet: true });
      report(values.name, answer, t('task.started', { name: values.name }));
      props.onStarted?.(answer.id, answer.waits);
      props.onClose();
    },
    listOf,
  );
  return { form, refused, submit: () => submit() };
}
