import { Button } from '@fluentui/react-components';
import { type ReactNode, useId, useMemo, useState } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { DialogFrame } from '../layout/DialogFrame.tsx';
import { FormError } from './FormError.tsx';
import { formResolver } from './formResolver.ts';
import { SubmitButton } from './SubmitButton.tsx';
import { useFreshErrors } from './useFreshErrors.ts';
import { useOnce } from './useOnce.ts';

/** Error of a refused call as a form uses it; `ApiError` of src/api has this shape. */
interface Refusal {
  message: string;
  fields: readonly { path: string; message: string }[];
}

function refusalOf(error: unknown): Refusal {
  const { message, fields } = error as Partial<Refusal>;
  return { message: message ?? String(error), fields: fields ?? [] };
}

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
  submitLabel?: string;
  /** Something outside the form's own values has been changed, too. */
  dirty?: boolean;
  /** Width in px. A form with a width has much content, so a click beside it does not close it. */
  width?: number;
  children: (form: UseFormReturn<Input, unknown, Output>) => ReactNode;
}

/**
 * A form in a dialog: errors beside their fields, the server's message at the form, input kept.
 * Mount it to open it. It closes after a successful submit.
 */
export function FormDialog<Input extends FieldValues, Output extends FieldValues>(
  props: FormDialogProps<Input, Output>,
) {
  const { t } = useTranslation();
  const id = useId();
  const [refused, setRefused] = useState<string | null>(null);
  const resolver = useMemo(() => formResolver(props.schema), [props.schema]);
  const form = useForm<Input, unknown, Output>({
    resolver,
    defaultValues: props.defaults,
    mode: 'onTouched',
  });
  const submit = useOnce(
    form.handleSubmit(async (values) => {
      setRefused(null);
      try {
        await props.onSubmit(values, form);
        props.onClose();
      } catch (error) {
        const refusal = refusalOf(error);
        for (const field of refusal.fields)
          form.setError(field.path as Path<Input>, { type: 'server', message: field.message });
        setRefused(refusal.message);
      }
    }),
  );
  useFreshErrors(form);
  const { isSubmitting: isBusy, isDirty } = form.formState;
  return (
    <DialogFrame
      title={props.title}
      onClose={props.onClose}
      dirty={isDirty || props.dirty === true}
      {...(props.width === undefined ? {} : { width: props.width, alert: true })}
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
        {refused !== null && refused !== '' && <FormError text={refused} />}
      </form>
    </DialogFrame>
  );
}
