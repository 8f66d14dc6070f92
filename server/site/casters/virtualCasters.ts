import type { FastifyInstance } from 'fastify';
import type { LiveRow } from '../../../contract/api/live.ts';
import { virtualCasterEntity } from '../../../contract/entities/terminals/virtualCaster.ts';
import type { Audit } from '../../platform/audit/audit.ts';
import type { Caller } from '../../platform/auth/callers.ts';
import { crudRoutes } from '../../platform/crud/crudRoutes.ts';
import type { Db } from '../../platform/db/client.ts';
import type { LiveHub } from '../../platform/live/hub.ts';
import { inScope, type Scope } from '../../platform/live/scope.ts';
import type { Devices } from '../terminals/devicesApi.ts';
import type { Directory } from '../terminals/directory.ts';
import type { UseRegistry } from '../uses/registry.ts';
import { stored, type VirtualRow } from './virtualCaster.repository.ts';
import { virtualCasterService } from './virtualCasterService.ts';

export interface VirtualCastersDeps {
  db: Db;
  audit: Audit;
  live: LiveHub;
  uses: UseRegistry;
  terminals: { devices: Devices; directory: Directory };
}

export interface VirtualCasters {
  /** The virtual caster of a called number; undefined: none. */
  byNumber(number: string): Pick<VirtualRow, 'id' | 'name' | 'ring' | 'casters'> | undefined;
  byId(id: number): Pick<VirtualRow, 'id' | 'name' | 'ring' | 'casters'> | undefined;
  /** Reads them again after a commit. */
  changed(): Promise<void>;
  routes(app: FastifyInstance): void;
}

/** A live row as the server holds it; a reader gets the members of its zones. */
interface VirtualState extends LiveRow {
  name: string;
  call_number: string;
  ring: 'all' | 'order';
  rev: number;
  members: readonly { id: number; org: number | null }[];
}

function seenOf(members: VirtualState['members'], scope: Scope) {
  const seen = members.filter(({ org }) => inScope(scope, org));
  return { casters: seen.map(({ id }) => id), whole: seen.length === members.length };
}

function view({ members, org, ...fields }: Record<string, unknown>, scope: Scope): Record<string, unknown> {
  if (org !== undefined) fields.org = (org as number[] | null)?.filter((id) => inScope(scope, id)) ?? null;
  if (members !== undefined) Object.assign(fields, seenOf(members as VirtualState['members'], scope));
  return fields;
}

/** Virtual casters: routes, live topic, and members by called number. */
export async function createVirtualCasters(deps: VirtualCastersDeps): Promise<VirtualCasters> {
  const { db } = deps;
  const { devices, directory } = deps.terminals;
  const topic = deps.live.topic<VirtualState>('virtual_caster', view);
  let rows = new Map<number, VirtualRow>();

  function stateOf({ id, name, call_number, ring, rev, casters }: VirtualRow): VirtualState {
    const members = casters.flatMap((caster) => {
      const terminal = directory.byId(caster);
      return terminal === undefined ? [] : [{ id: caster, org: terminal.org }];
    });
    const orgs = [...new Set(members.flatMap(({ org }) => org ?? []))];
    return { id, name, call_number, ring, rev, members, org: orgs.length === 0 ? null : orgs };
  }
  function publish(): void {
    topic.replaceAll([...rows.values()].map(stateOf));
  }
  /** Reads go one after the other, so that the last one read is kept. */
  let reading = Promise.resolve();
  async function read(): Promise<void> {
    rows = new Map((await stored(db)).map((row) => [row.id, row]));
    publish();
  }
  await read();
  devices.subscribe({
    moved(id, before, after) {
      if (before?.org === after?.org) return;
      const serves = [...rows.values()].some((row) => row.casters.includes(id));
      if (serves) publish();
    },
  });

  const changed = () => {
    reading = reading.then(read, read);
    return reading;
  };
  const service = virtualCasterService(deps, changed);
  const seen = (caller: Caller, row: VirtualRow) => ({
    ...row,
    ...seenOf(stateOf(row).members, caller.scope),
  });

  return {
    changed,
    byNumber: (number) => [...rows.values()].find((row) => row.call_number === number),
    byId: (id) => rows.get(id),
    routes(app) {
      crudRoutes(app, virtualCasterEntity, {
        ...service,
        async list(caller, query) {
          const page = await service.list(caller, query);
          return { ...page, rows: page.rows.map((row) => seen(caller, row)) };
        },
        get: async (caller, id) => seen(caller, await service.get(caller, id)),
        create: async (caller, ...rest) => seen(caller, await service.create(caller, ...rest)),
        patch: async (caller, ...rest) => seen(caller, await service.patch(caller, ...rest)),
      });
    },
  };
}
