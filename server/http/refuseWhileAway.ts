import type { FastifyInstance } from 'fastify';
import { AppError, errorCode } from '../../contract/errors.ts';

const kinds = '(device|caster|dialogue|capturer|tts|fire_control_device|[a-z_]+_group)';

/** Reads that the snapshot answers as the database would. */
const READS = new RegExp(
  `^/v1/(brand|clock|origin|site|site/image/:name|version|profile|preference/:key|sys/config|sys/addresses|socket|talk|listen|terminal|terminal_media/:item|partition|alarm_plan|alarm_plan/:id|linkage_task|linkage_task/:id|io|${kinds}|${kinds}/:id)$`,
);
/** Emergency actions, and those that end or handle them. */
const DEEDS =
  /^\/v1\/((socket|talk|listen)\/ticket|talk\/preview|alarm_plan\/(:id\/(start|stop|reset|acknowledge|silence|unsilence|step)|dry_run|batch)|task\/(stop_all|:id\/(stop|volume)|dry_run)|[a-z_]+\/:id\/(call|hang_up))$/;

/** Tells whether a route works from the snapshot alone. `url`: as it was declared. */
export function worksFromSnapshot(method: string, url: string): boolean {
  if (!url.startsWith('/v1/')) return true;
  return method === 'GET' || method === 'HEAD' ? READS.test(url) : method === 'POST' && DEEDS.test(url);
}

/** Refuses in words, while the server runs from its snapshot, all that cannot be true or be kept without the database. */
export function refuseWhileAway(app: FastifyInstance, isAway: () => boolean): void {
  app.addHook('preValidation', async ({ method, routeOptions: { url } }) => {
    if (url !== undefined && isAway() && !worksFromSnapshot(method, url))
      throw new AppError(errorCode.unavailable, 'common.databaseAway');
  });
}
