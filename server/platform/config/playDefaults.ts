import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { envelope } from '../../../contract/api/envelope.ts';
import { type AudioSource, audioSource } from '../../../contract/codes.ts';
import type { FileLive } from '../../../contract/entities/sound/file.ts';
import { type PlayConfig, playConfig, playDefaultsOf } from '../../../contract/entities/sound/playConfig.ts';
import { ok } from '../http/envelope.ts';
import type { LiveHub } from '../live/hub.ts';
import type { Config } from './config.ts';

interface Deps {
  config: Pick<Config, 'get'>;
  live: LiveHub;
}

/** Current play configuration: a chime that was deleted or is not built is left out. */
export function playConfigNow({ config, live }: Deps): PlayConfig {
  const files = live.topic<FileLive>('file');
  const chime = (id: number | null) => (id !== null && files.get(id)?.build_status === 'built' ? id : null);
  const { play_chime_before, play_chime_after, ...rest } = playConfig.parse(config.get());
  return {
    ...rest,
    play_chime_before: chime(play_chime_before),
    play_chime_after: chime(play_chime_after),
  };
}

/**
 * Creates a hook that runs before the validation of a task's body: missing fields get the defaults of the
 * play configuration.
 * @param only source of a route whose body names none
 */
export function fillPlayDefaults(deps: Deps, only?: AudioSource) {
  return async (request: FastifyRequest): Promise<void> => {
    const body = request.body as Record<string, unknown> | null;
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return;
    const { chime_before, chime_after, interval_time, ...all } = playDefaultsOf(playConfigNow(deps));
    const source = only ?? body.audio_source;
    const isListed = source === audioSource.mediaFile || source === audioSource.ttsText;
    const defaults = isListed ? { ...all, chime_before, chime_after, interval_time } : all;
    for (const [name, value] of Object.entries(defaults)) if (!(name in body)) body[name] = value;
  };
}

/** Route of the defaults for forms of new tasks. */
export function playConfigRoutes(app: FastifyInstance, deps: Deps): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/v1/play_config',
    {
      config: { access: ['operate_real_time_task', 'create_task'] },
      schema: { tags: ['system'], response: { 200: envelope(playConfig) } },
    },
    async (request) => ok(request, playConfigNow(deps)),
  );
}
