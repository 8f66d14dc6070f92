import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { PlanForm } from '../../../../contract/entities/tasks/plan.ts';
import { toLanguage } from '../../../../contract/language.ts';
import { fieldErrorText } from '../../kit/form/errors.ts';

/** First message below an error of a form: lists have theirs at their items. */
function firstMessage(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  if ('message' in error && typeof error.message === 'string' && error.message !== '') return error.message;
  const { ref: _ref, ...parts } = error as Record<string, unknown>;
  for (const part of Object.values(parts)) {
    const message = firstMessage(part);
    if (message !== undefined) return message;
  }
  return undefined;
}

/** Texts of the errors of the lists of a plan, each shown once below its list. */
// biome-ignore lint/suspicious/noExplicitAny: the input of the schema is not needed
export function useListError(form: UseFormReturn<any, unknown, PlanForm>) {
  const { i18n } = useTranslation();
  const { errors } = form.formState;
  return (name: 'day_types' | 'terms'): string | undefined =>
    fieldErrorText(firstMessage(errors[name]), toLanguage(i18n.language));
}
