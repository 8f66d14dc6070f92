import { type OperationDocs, operation } from '../../platform/api/operation.ts';

/** API documentation of the operations of this folder, in addition to those of plain entities. */
export const integrationDocs: OperationDocs = {
  'POST /v1/integration/:id/trigger': operation(
    'triggerIntegration',
    'Start or end an alarm by webhook',
    'For a `webhook_in`: the body is JSON with `action` and `text`, signed as in Standard Webhooks (docs/protocols/integrations.md). No token. A message is accepted once: a repeated id answers 409 and has no effect. At most 120 a minute from an address.',
    {
      forbidden: ['integration.signature'],
      refused: ['integration.disabled', 'alarm.stateForbids'],
      conflict: ['integration.replay'],
      badRequest: ['common.invalidRequest'],
    },
  ),
  'POST /v1/integration/:id/test': operation(
    'testIntegration',
    'Test a telephone system',
    'For a `telephone`: registers its extension now, or, without an extension, asks the other side by OPTIONS whether it is there. The answer comes within 10 s.',
    { notFound: ['common.notFound'], refused: ['integration.disabled', 'integration.noTest'] },
  ),
  'POST /v1/integration/:id/cap': operation(
    'sendCapAlert',
    'Send an alert of the Common Alerting Protocol',
    'For a `cap`: the body is a CAP 1.2 alert as XML, signed as a webhook. The mappings of the integration select the plans that it starts; an update or cancel ends them. No token. A repeated alert answers 409.',
    {
      forbidden: ['integration.signature'],
      refused: ['integration.disabled', 'integration.stale'],
      conflict: ['integration.replay'],
      badRequest: ['integration.badXml'],
    },
  ),
};
