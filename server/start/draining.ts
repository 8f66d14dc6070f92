import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import { AppError, errorCode } from '../../contract/api/errors.ts';
import { SERVER_STOPS } from '../../contract/api/live.ts';
import { isUpgrade } from '../platform/http/upgrades.ts';

/** Lets requests in progress finish and refuses new ones, before a server hands over to another one. */
export class Draining {
  readonly #open = new Set<FastifyRequest>();
  #app: FastifyInstance | null = null;
  #isOn = false;
  #idle: (() => void) | null = null;

  /** Watches the requests of a server; those of the other machines of the pair always go on. */
  watch(app: FastifyInstance): void {
    this.#app = app;
    app.addHook('onRequest', async (request) => {
      if (this.#isOn && request.routeOptions.config?.access !== 'partner')
        throw new AppError(errorCode.unavailable, 'pair.handingOver', {}, { retryAfter: 5 });
      if (!isUpgrade(request.raw)) this.#open.add(request);
    });
    app.addHook('onResponse', async (request) => {
      this.#open.delete(request);
      if (this.#open.size === 0) this.#idle?.();
    });
  }

  /**
   * Begins; resolves when no request is in progress any more, or after `limitMs`.
   * @param isKept tells of a socket that it stays open
   */
  async begin(isKept: (socket: WebSocket) => boolean, limitMs: number): Promise<void> {
    this.#isOn = true;
    for (const socket of this.#app?.websocketServer.clients ?? [])
      if (!isKept(socket)) socket.close(SERVER_STOPS, 'the server stops');
    if (this.#open.size === 0) return;
    const idle = Promise.withResolvers<void>();
    this.#idle = idle.resolve;
    const timer = setTimeout(idle.resolve, limitMs);
    await idle.promise;
    clearTimeout(timer);
  }
}
