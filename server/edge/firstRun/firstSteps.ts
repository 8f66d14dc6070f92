import type { FirstSteps } from '../../../contract/entities/site/firstSteps.ts';
import { type FirstStep, firstStepKeys } from '../../../contract/fieldCodes.ts';
import type { Broadcasting } from '../../air/broadcast/broadcasting.ts';
import { wasHeard } from '../../air/broadcast/proofs.repository.ts';
import type { Db } from '../../platform/db/client.ts';
import { networkAddresses } from '../../platform/process/machineNames.ts';
import type { AdoptedTerminal } from '../../site/terminals/directory.ts';
import { isExpected } from '../../site/terminals/gateway/greeting.ts';
import type { Terminals } from '../../site/terminals/terminals.ts';
import type { Zones } from '../../site/zones/zones.ts';
import type { Media } from '../../sound/files/media.ts';
import type { Backups } from '../backup/auto/backups.ts';

export interface FirstStepsDeps {
  db: Db;
  zones: Pick<Zones, 'all'>;
  terminals: Pick<Terminals, 'directory'>;
  media: Pick<Media, 'files'>;
  broadcasting: Pick<Broadcasting, 'engine'>;
  backups: Pick<Backups, 'overview'>;
  ports: { query(): { ownCertificate: boolean } };
}

/** Tells if a person has named a terminal: it is called neither by its code nor as it calls itself. */
function isNamed({ row, seen, code }: AdoptedTerminal): boolean {
  return row.dev_name2 !== '' || (row.name !== code && row.name !== seen.dev_name);
}

/**
 * Reads from the present state of the site which of the first steps are done. Nothing is stored: a step whose result
 * is taken away is open again.
 *
 * @param isProxied the request came by HTTPS through a trusted proxy, which has a certificate of its own
 */
export async function firstStepsOf(deps: FirstStepsDeps, isProxied: boolean): Promise<FirstSteps> {
  const { engine } = deps.broadcasting;
  const adopted = [...deps.terminals.directory.all()].filter((terminal) => !isExpected(terminal));
  const heardNow = () =>
    [...engine.all()].some(({ targets }) =>
      [...targets.values()].some(({ first_sound_at }) => first_sound_at !== null),
    );
  const done: Record<FirstStep, boolean> = {
    adopt: adopted.length > 0,
    name: adopted.some(isNamed),
    zones: deps.zones.all().some(({ parent_id }) => parent_id !== null),
    upload: [...deps.media.files.library.held()].some((file) => file.build_status === 'built'),
    sound: heardNow() || (await wasHeard(deps.db)),
    backup: (await deps.backups.overview()).rows.length > 0,
    certificate: isProxied || deps.ports.query().ownCertificate,
  };
  return { steps: firstStepKeys.map((key) => ({ key, done: done[key] })), hosts: networkAddresses() };
}
