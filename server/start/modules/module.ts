import type { FastifyInstance } from 'fastify';
import { type CloseModules, createStops, type OnStop } from './stopOrder.ts';

/**
 * Part of the server. It is opened after the modules that give what it needs, and is handed exactly that.
 * Live topics are opened in the hub and metrics in the registry that it needs.
 */
export interface Module<Needs extends object, Gives extends object, Served = unknown> {
  /** Names of what `open` takes, the optional ones included. */
  needs: readonly (keyof Needs)[];
  /** Opens it, registers with `onStop` how it ends, and returns what it gives to later modules. */
  open(this: void, needs: Needs, onStop: OnStop): Gives | Promise<Gives>;
  /** Adds its routes, when all modules are open. */
  routes?(this: void, app: FastifyInstance, all: Served): void;
}

/** Creates the function that declares modules among `All`: everything that they can need, give or serve. */
export function modulesAmong<All extends object>() {
  return <const Name extends keyof All, Gives extends Partial<All>>(module: {
    needs: readonly Name[];
    open: (needs: Pick<All, Name>, onStop: OnStop) => Gives | Promise<Gives>;
    routes?: (app: FastifyInstance, all: All) => void;
  }): Module<Pick<All, Name>, Gives, All> => module;
}

/** List of modules in the order in which they are opened; `Has`: everything given so far. */
export interface ModuleList<Outside extends object, Has extends object, Served> {
  /** Adds a module; a compile error if what it needs is not given before it. */
  with<Gives extends object, S>(
    module: OpenFrom<Has, Gives, S>,
  ): ModuleList<Outside, Has & Gives, Served & S>;
  /** Opens all. If one fails, those opened before it are closed. */
  open(outside: Outside): Promise<Has & { close: CloseModules }>;
  routes(app: FastifyInstance, all: Served): void;
}

/** Module that can be opened from `Has`. A property, so that its parameter is compared strictly. */
interface OpenFrom<Has extends object, Gives extends object, Served> {
  needs: readonly (keyof Has)[];
  open: (needs: Has, onStop: OnStop) => Gives | Promise<Gives>;
  routes?: (app: FastifyInstance, all: Served) => void;
}

type AnyModule = OpenFrom<Record<string, unknown>, object, unknown>;

/** Begins a list of modules over what the server is started with. */
export function modulesOver<Outside extends object>(): ModuleList<Outside, Outside, unknown> {
  return listOf<Outside, Outside, unknown>([]);
}

function listOf<Outside extends object, Has extends object, Served>(
  modules: readonly AnyModule[],
): ModuleList<Outside, Has, Served> {
  return {
    with: <Gives extends object, S>(module: OpenFrom<Has, Gives, S>) =>
      listOf<Outside, Has & Gives, Served & S>([...modules, module as unknown as AnyModule]),
    async open(outside) {
      const stops = createStops();
      const has = new Map<PropertyKey, unknown>(Object.entries(outside));
      try {
        for (const module of modules) {
          const names = module.needs.filter((name) => has.has(name));
          const needs = Object.fromEntries(names.map((name) => [name, has.get(name)]));
          for (const [name, given] of Object.entries(await module.open(needs, stops.on)))
            has.set(name, given);
        }
      } catch (error) {
        // The failure of the start is the one to report.
        await stops.close().catch(() => {});
        throw error;
      }
      return { ...Object.fromEntries(has), close: stops.close } as Has & { close: CloseModules };
    },
    routes(app, all) {
      for (const module of modules) module.routes?.(app, all);
    },
  };
}
