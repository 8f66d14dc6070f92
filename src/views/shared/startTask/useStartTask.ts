import { zodResolver } from '@hookform/resolvers/zod';
import { useRef, useState } from 'react';
import type { Resolver } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { PlayDefaults } from '../../../../contract/entities/sound/playConfig.ts';
import type { StartedTask } from '../../../../contract/entities/tasks/queuedStart.ts';
import { useApp } from '../../app/AppContext.tsx';
import { zodMessage } from '../../kit/form/errors.ts';
import { listOf, useServerForm } from '../../kit/form/useServerForm.ts';
import { useMessages } from '../../kit/messages/MessagesContext.tsx';
import {
  type StartPreset,
  type StartValues,
  startBody,
  startDefaults,
  startForm,
  suggestedName,
} from './startForm.ts';

/** Most terminals named that were left out. */
const NAMED = 3;

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
  const messages = useMessages();
  const firstFile = useRef(props.firstFile);
  firstFile.current = props.firstFile;
  const [resolver] = useState(() => namedResolver(() => firstFile.current));
  const { form, refused, submit } = useServerForm<StartValues, StartValues>(
    { resolver, defaultValues: startDefaults(props.preset, props.usual) },
    async (values) => {
      const answer = await api.post<StartedTask>('/v1/task', startBody(values), { quiet: true });
      const { id, waits, left_out, left_out_count } = answer;
      messages.add('done', t(waits ? 'queue.waits' : 'task.started', { name: values.name }));
      const names = left_out.slice(0, NAMED).map(({ name }) => name);
      if (left_out_count > 0)
        messages.add(
          'warning',
          t('queue.leftOut', { n: left_out_count, names: names.join(t('kit.listComma')) }),
        );
      props.onStarted?.(id, waits);
      props.onClose();
    },
    listOf,
  );
  return { form, refused, submit: () => submit() };
}
