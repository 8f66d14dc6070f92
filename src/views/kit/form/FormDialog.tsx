import { Button } from '@fluentui/react-components';
import { type ReactNode, useId, useMemo } from 'react';
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { DialogFrame } from '../layout/DialogFrame.tsx';
import { useMessages } from '../messages/MessagesContext.tsx';
import { FormError } from './FormError.tsx';
import { formResolver } from './formResolver.ts';
import { SubmitButton } from './SubmitButton.tsx';
import { useServerForm } from './useServerForm.ts';

export interface FormDialogProps<Input extends FieldValues, Output extends FieldValues> {
  title: string;
  /** The schema with which the server checks as well. */
  schema: z.ZodType<Output, Input>;
  defaults: DefaultValues<Input>;
  /**
   * Rejects with an `ApiError` to keep the dialog open with its input; with an empty message to show no
   * error.
   */
  onSubmit: (values: Output, form: UseFormReturn<Input, unknown, Output>) => Promise<unknown>;
  onClose: () => void;
  /** Sentence that says what was done; `elsewhere`: the screen says it, in a line with next steps or as results. */
  saved: ((values: Output) => string) | 'elsewhere';
  submitLabel?: string;
  /** Something outside the form's own values has been changed, too. */
  dirty?: boolean;
  /** Width in px. A form with a width has much content, so a click beside it does not close it. */
  width?: number;
  children: (form: UseFormReturn<Input, unknown, Output>) => ReactNode;
  /** Below the fields, e.g. that of `useEntityForm`. */
  foot?: ReactNode;
}

/**
 * A form in a dialog: errors beside their fields, the server's message at the form, input kept.
 * Mount it to open it. It closes after a successful submit, and says what was done.
 */
export function FormDialog<Input extends FieldValues, Output extends FieldValues>(
  props: FormDialogProps<Input, Output>,
) {
  const { t } = useTranslation();
  const messages = useMessages();
  const id = useId();
  const resolver = useMemo(() => formResolver(props.schema), [props.schema]);
  const { form, refused, submit } = useServerForm<Input, Output>(
    { resolver, defaultValues: props.defaults },
    async (values, filled) => {
      await props.onSubmit(values, filled);
      if (props.saved !== 'elsewhere') messages.add('done', props.saved(values));
      props.onClose();
    },
  );
  const { isSubmitting: isBusy, isDirty } = form.formState;
  return (
    <DialogFrame
      title={props.title}
      onClose={props.onClose}
      dirty={isDirty || props.dirty === true}
      {...(props.width === undefined ? {} : { width: props.width, stays: true })}
      actions={
        <>
          <Button onClick={props.onClose}>{t('common.cancel')}</Button>
          <SubmitButton form={id} busy={isBusy}>
            {props.submitLabel ?? t('common.save')}
          </SubmitButton>
        </>
      }
    >
      <form id={id} onSubmit={(event) => void submit(event)} noValidate>
        {props.children(form)}
        {props.foot}
        {/* Empty: a person has decided not to go on. */}
        {refused !== null && refused !== '' && (
          <FormError
            title={t(props.submitLabel === undefined ? 'kit.notSaved' : 'kit.notDone')}
            text={refused}
          />
        )}
      </form>
    </DialogFrame>
  );
}
