import type { OpenAPIV3 } from 'openapi-types';
import { examples } from './examples.ts';
import { IdempotencyKey, takesKey } from './idempotencyDocs.ts';
import { pascal } from './operation.ts';

type Schema = OpenAPIV3.SchemaObject;
type Operation = OpenAPIV3.OperationObject & { 'x-access'?: unknown; 'x-example'?: object };
type Document = { paths?: OpenAPIV3.PathsObject; components?: OpenAPIV3.ComponentsObject };

/** Schemas with fewer fields stay inline. */
const WORTH = 3;

const failure = (description: string): OpenAPIV3.ResponseObject => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
});

const responses = {
  BadRequest: failure(
    'The request is not what the operation takes (400), or it is refused for a reason in `message` (code 999).',
  ),
  Unauthorized: failure(
    'No token or ticket, or one that does not hold (401), or an expired session (code 998).',
  ),
  Forbidden: failure(
    'The right is missing, or another password has to be chosen first (`auth.passwordFirst`), or the request came by plain HTTP (`common.httpsOnly`) (403).',
  ),
  NotFound: failure('It does not exist, or lies outside the zones of the caller (404).'),
  Conflict: failure(
    'Changed by somebody else, in use, or its state forbids it (409); or about repeats (codes 994 to 997).',
  ),
  TooMany: failure('Too many requests (429); `value.retryAfter` is the time to wait, s.'),
};

const Failure: Schema = {
  type: 'object',
  required: ['code', 'message', 'key', 'value'],
  properties: {
    code: { type: 'integer', description: 'Code of the failure, as the description of the API lists them.' },
    message: { type: 'string', description: 'Text in the language of the request.' },
    key: { type: 'string', description: 'Key of the message, the same in all languages.' },
    value: {
      type: 'object',
      nullable: true,
      description: 'Details; null: none.',
      properties: {
        fields: {
          type: 'array',
          description: 'Invalid fields.',
          items: {
            type: 'object',
            required: ['path', 'key', 'message'],
            properties: {
              path: { type: 'string', description: 'Path of the field with dots, for example files.0.' },
              key: { type: 'string', description: 'Key of the message.' },
              message: { type: 'string', description: 'Text in the language of the request.' },
            },
          },
        },
        retryAfter: { type: 'integer', description: 'Time to wait, s.' },
      },
    },
  },
};

/** Failure responses that an operation can have, by its parameters and access. */
function failuresOf(method: string, operation: Operation): Record<string, OpenAPIV3.ReferenceObject> {
  const to = (name: keyof typeof responses) => ({ $ref: `#/components/responses/${name}` });
  const hasInput = operation.requestBody !== undefined || (operation.parameters ?? []).length > 0;
  const isLocked = operation['x-access'] !== 'public';
  const namesOne = (operation.parameters ?? []).some((one) => 'in' in one && one.in === 'path');
  return {
    ...(hasInput || method !== 'get' ? { 400: to('BadRequest') } : {}),
    ...(isLocked ? { 401: to('Unauthorized') } : {}),
    403: to('Forbidden'),
    ...(namesOne ? { 404: to('NotFound') } : {}),
    ...(method === 'get' ? {} : { 409: to('Conflict') }),
    429: to('TooMany'),
  };
}

/** Gives schemas names under components; equal schemas share the name of the first operation. */
function namer() {
  const schemas: Record<string, Schema> = {};
  const known = new Map<string, string>();
  function named(name: string, schema: Schema): Schema | OpenAPIV3.ReferenceObject {
    const fields = Object.keys(schema.properties ?? {}).length;
    if ('$ref' in schema || (fields < WORTH && schema.anyOf === undefined && schema.oneOf === undefined))
      return schema;
    const { nullable, description, ...bare } = schema;
    const text = JSON.stringify(bare);
    let found = known.get(text);
    if (found === undefined) {
      found = name;
      for (let n = 2; schemas[found] !== undefined; n++) found = `${name}${n}`;
      known.set(text, found);
      schemas[found] = bare;
    }
    const $ref = `#/components/schemas/${found}`;
    // OpenAPI 3.0 ignores siblings of `$ref`.
    return nullable === undefined && description === undefined
      ? { $ref }
      : { allOf: [{ $ref }], ...(nullable ? { nullable } : {}), ...(description ? { description } : {}) };
  }
  return { schemas, named };
}

/** Removes the verb from an operation id: `getZone` becomes `Zone`. */
const subject = (id: string) => id.replace(/^(get|list|create|update)(?=[A-Z])/, '');

/** Rows of a page or list; undefined for anything else. */
function rowsOf(value: Schema | undefined): Schema | undefined {
  const rows = value?.properties?.rows as OpenAPIV3.ArraySchemaObject | undefined;
  if (rows?.type === 'array') return rows;
  return value?.type === 'array' ? value : undefined;
}

/**
 * Completes the schema of a file upload: the routes read the parts themselves, so their own schema is only a
 * description.
 */
function uploadOf(operation: Operation): void {
  const form = (operation.requestBody as OpenAPIV3.RequestBodyObject | undefined)?.content[
    'multipart/form-data'
  ];
  const description = (form?.schema as Schema | undefined)?.description;
  if (form === undefined || description === undefined) return;
  form.schema = {
    type: 'object',
    required: ['file'],
    properties: { file: { type: 'string', format: 'binary', description } },
  };
}

/** Completes a document: failures, examples, and names for request and response schemas. */
export function finished(document: Document): Document {
  const { schemas, named } = namer();
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item ?? {}).map(([method, operation]) => ({
      path,
      method,
      operation: operation as Operation,
    })),
  );
  // Operations that get or list come first, so that a row is named after them.
  operations.sort((a, b) => place(a.operation) - place(b.operation));
  for (const { path, method, operation } of operations) {
    const id = operation.operationId ?? '';
    const value = answerOf(operation)?.properties?.value as Schema | undefined;
    const rows = rowsOf(value) as (OpenAPIV3.ArraySchemaObject & { items: Schema }) | undefined;
    const envelope = answerOf(operation);
    if (rows !== undefined) rows.items = named(pascal(singular(subject(id))), rows.items) as Schema;
    else if (envelope?.properties && value !== undefined)
      envelope.properties.value = named(pascal(subject(id)), value);
    const input = operation.requestBody as OpenAPIV3.RequestBodyObject | undefined;
    const body = input?.content['application/json'];
    if (input !== undefined && body?.schema !== undefined) {
      // A schema that takes null takes a request without a body.
      if ((body.schema as Schema).nullable) input.required = false;
      body.schema = named(`${pascal(id)}Body`, body.schema as Schema);
      const example = operation['x-example'] ?? examples[`${method.toUpperCase()} ${path}`];
      if (example !== undefined) body.example = example;
    }
    delete operation['x-example'];
    uploadOf(operation);
    if (takesKey(method, path, operation))
      operation.parameters = [
        ...(operation.parameters ?? []),
        { $ref: '#/components/parameters/IdempotencyKey' },
      ];
    operation.responses = { ...operation.responses, ...failuresOf(method, operation) };
  }
  return {
    ...document,
    components: {
      ...document.components,
      parameters: { IdempotencyKey },
      responses,
      schemas: { Failure, ...schemas },
    },
  };
}

const verbs = ['get', 'list'];
const place = ({ operationId = '' }: Operation) => {
  const found = verbs.findIndex((verb) => operationId.startsWith(verb));
  return found === -1 ? verbs.length : found;
};
const singular = (name: string) => name.replace(/ies$/, 'y').replace(/s$/, '');

function answerOf(operation: Operation): Schema | undefined {
  const answer = operation.responses['200'] as OpenAPIV3.ResponseObject | undefined;
  return answer?.content?.['application/json']?.schema as Schema | undefined;
}
