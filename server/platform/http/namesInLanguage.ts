import type { FastifyInstance } from 'fastify';
import { withSystemNames } from '../../../contract/systemName.ts';

/** Shows the names that the system gives (`contract/systemName.ts`) in the language of each request. */
export function namesInLanguage(app: FastifyInstance): void {
  app.addHook('onSend', async (request, _reply, payload) =>
    typeof payload === 'string' ? withSystemNames(payload, request.lang) : payload,
  );
}
