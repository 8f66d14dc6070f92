import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { BusyButton } from '../action/BusyButton.tsx';
import { EmptyState } from '../layout/EmptyState.tsx';

/** Reason why a list has no rows, and the call that reads them again. */
export interface Failure {
  message: string;
  retry: () => Promise<unknown>;
}

/** State of a list that could not be read, or its children. */
export function ListFailed(props: { failure: Failure | undefined; children: ReactNode }) {
  const { t } = useTranslation();
  const { failure } = props;
  if (failure === undefined) return props.children;
  return (
    <EmptyState
      title={t('common.interfaceFailed')}
      hint={failure.message || t('common.connectionFailed')}
      actions={
        <BusyButton reads size="small" onPress={failure.retry}>
          {t('common.retry')}
        </BusyButton>
      }
    />
  );
}

/** Returns the failure of a read that left a list without rows. */
export function failureOf(read: {
  data: unknown;
  error: Error | null;
  refetch: () => Promise<unknown>;
}): Failure | undefined {
  const { data, error, refetch } = read;
  return data === undefined && error !== null ? { message: error.message, retry: refetch } : undefined;
}
