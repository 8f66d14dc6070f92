import type { UsedKind, UseRegistry } from '../../site/uses/registry.ts';
import type { IntegrationRow } from './integration.repository.ts';

/** Ids of a kind that an integration refers to. */
type Named = (row: IntegrationRow) => readonly (number | null)[];

/** Codes that telephones dial, and zones that commands may use. */
const commandsOf = ({ dial_plan, zone_controls }: IntegrationRow) => [...dial_plan, ...zone_controls];

const named: Partial<Record<UsedKind, Named>> = {
  file: (row) => commandsOf(row).map(({ file }) => file),
  scheduled_task: (row) => commandsOf(row).map(({ scheduled_task }) => scheduled_task),
  partition: (row) => commandsOf(row).map(({ zone }) => zone),
  alarm_plan: ({ alarm_plan, mappings, dial_plan }) => [
    alarm_plan,
    ...[...mappings, ...dial_plan].map((one) => one.alarm_plan),
  ],
};

/** Registers integrations as users of what their codes, commands and alerts start or speak to. */
export function registerIntegrationUses(
  uses: Pick<UseRegistry, 'register'>,
  integrations: () => Iterable<IntegrationRow>,
): void {
  for (const [kind, of] of Object.entries(named) as [UsedKind, Named][])
    uses.register(kind, async (_, ids) =>
      [...integrations()].flatMap((row) => {
        const own = new Set(of(row));
        return ids.filter((id) => own.has(id)).map((id) => ({ id, user: row.name, org: row.org ?? [] }));
      }),
    );
}
