import { RENEW_FEATURE } from '../../../../contract/protocol/frames.ts';
import { hashToken, newToken } from '../../../platform/auth/token.ts';
import type { Db } from '../../../platform/db/client.ts';
import type { HttpsOnly } from '../../../platform/httpsOnly/httpsOnly.ts';
import type { PlainSockets } from '../../../platform/httpsOnly/plainSockets.ts';
import type { Devices } from '../devicesApi.ts';
import type { AdoptedTerminal, Directory } from '../directory.ts';
import type { Gateway } from '../gateway/terminals.types.ts';
import { createLatestWriter } from '../latestWriter.ts';
import * as repository from './exposedSecrets.repository.ts';

export interface ExposedSecretsDeps {
  db: Db;
  directory: Directory;
  devices: Pick<Devices, 'changed'>;
  gateway(): Pick<Gateway, 'isSecure' | 'links' | 'sendRequest'>;
  httpsOnly: Pick<HttpsOnly, 'isOn'>;
  plainSockets: Pick<PlainSockets, 'onEnd'>;
  /** Null while the database is in use. */
  snapshotAt(): number | null;
  log: { error(details: object, message: string): void };
}

/**
 * Secrets of terminals that were sent by plain HTTP: marked, and replaced over HTTPS once the site is reached by HTTPS
 * only (docs/decisions/0124-secrets-that-went-by-plain-http.md).
 */
export function createExposedSecrets(deps: ExposedSecretsDeps) {
  const { db, directory, devices, log, snapshotAt } = deps;
  const marks = createLatestWriter(
    (rows: readonly repository.Exposure[]) => repository.mark(db, rows),
    (err) => log.error({ err }, 'secrets sent by plain HTTP could not be marked; it is retried'),
  );

  function expose(terminal: AdoptedTerminal): void {
    if (terminal.isSecretExposed) return;
    terminal.exposeSecret(null);
    marks.add({ id: terminal.id, hash: terminal.secret_hash });
    devices.changed(terminal);
  }

  /** Voids the exposed secret: the terminal has stored the next one. Until this is stored, both are accepted. */
  async function confirm({ id }: AdoptedTerminal, next: string): Promise<void> {
    // A change of the temporary database would be lost, and the terminal with it.
    if (snapshotAt() !== null) return;
    try {
      const row = await repository.replace(db, id, next);
      if (row !== undefined) devices.changed(directory.put(row));
    } catch (err) {
      log.error({ err }, 'the replaced secret of a terminal could not be voided');
    }
  }

  /** Stores the hash of a new secret, then sends it to the terminal. */
  async function renew(terminal: AdoptedTerminal): Promise<void> {
    const [secret, hash] = [newToken(), terminal.secret_hash];
    const next = hashToken(secret);
    if (!(await repository.prepare(db, { id: terminal.id, hash }, next))) return;
    if (terminal.secret_hash !== hash) return;
    terminal.exposeSecret(next);
    const answer = deps.gateway().sendRequest(terminal.id, { type: 'secret.renew', secret });
    void answer.then((result) => (result?.ok === true ? confirm(terminal, next) : undefined));
  }

  // One after the other: a whole site may connect at once.
  let renewing: Promise<void> = Promise.resolve();
  function online({ terminalId }: { terminalId: number }): void {
    const isDue = () => {
      const terminal = directory.byId(terminalId);
      const can = terminal?.isSecretExposed === true && terminal.seen.features.includes(RENEW_FEATURE);
      const may = deps.httpsOnly.isOn() && deps.gateway().isSecure(terminalId) && snapshotAt() === null;
      return can && may ? terminal : null;
    };
    if (isDue() === null) return;
    renewing = renewing
      .then(async () => {
        const terminal = isDue();
        if (terminal !== null) await renew(terminal);
      })
      .catch((err) => log.error({ err }, 'a terminal could not be given a new secret'));
  }
  deps.plainSockets.onEnd(() => {
    for (const link of deps.gateway().links()) online(link);
  });

  return {
    handlers: { online },
    /** Takes note of a right secret that a terminal has sent or was given. */
    sent({ id }: { id: number }, secret: string, secure: boolean): void {
      const terminal = directory.byId(id);
      if (terminal === undefined) return;
      const sent = hashToken(secret);
      if (terminal.next_secret_hash !== sent) {
        if (!secure) expose(terminal);
        return;
      }
      void confirm(terminal, sent).then(() => {
        if (!secure && terminal.secret_hash === sent) expose(terminal);
      });
    },
    /** Stores the marks again that were made while the database was away. */
    load(): void {
      for (const { id, isSecretExposed, secret_hash } of directory.all())
        if (isSecretExposed) marks.add({ id, hash: secret_hash });
    },
    close: () => marks.close(),
  };
}
