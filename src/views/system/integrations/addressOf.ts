import type { Integration } from '../../../../contract/entities/site/integration.ts';

/** Address at which another system calls a connection. */
export const addressOf = ({ id, kind }: Pick<Integration, 'id' | 'kind'>): string =>
  `${window.location.origin}/v1/integration/${id}/${kind === 'cap' ? 'cap' : 'trigger'}`;
