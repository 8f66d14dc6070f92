import { hashToken, newToken } from '../../../server/platform/auth/token.ts';
import type { Access } from '../../../server/platform/http/access.ts';
import type { TestApp } from '../setup/app.ts';

interface Schema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
}

/** Route in the generated OpenAPI, with its declared access. */
export interface Route {
  /** `POST /v1/user/{id}/password`. */
  name: string;
  method: string;
  path: string;
  access: Access;
  /** Names of its query parameters. */
  query: string[];
  /** Fields of its body, of all variants; null without one. */
  fields: string[] | null;
  /** Allowed values of `action` in its body. */
  actions: string[];
  /** Example of its body; absent: none. */
  example?: object | undefined;
}

/** Resolves a reference to a named schema. */
function pointed(schema: Schema | undefined, named: Record<string, Schema>): Schema | undefined {
  const name = schema?.$ref?.split('/').at(-1);
  return name === undefined ? schema : named[name];
}

/** Allowed values of the field `action` in a body, of all variants. */
function actionsOf(schema: Schema | undefined): string[] {
  if (schema === undefined) return [];
  const { action } = schema.properties ?? {};
  const parts = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  const own = action?.enum ?? (action?.const === undefined ? [] : [action.const]);
  return [...new Set([...own.map(String), ...parts.flatMap(actionsOf)])];
}

function fieldsOf(schema: Schema | undefined): string[] {
  if (schema === undefined) return [];
  const parts = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  return [...new Set([...Object.keys(schema.properties ?? {}), ...parts.flatMap(fieldsOf)])];
}

interface Operation {
  'x-access': Access;
  parameters?: { in: string; name: string }[];
  requestBody?: { content: Record<string, { schema?: Schema; example?: object }> };
}

/** All routes of `/v1/openapi.json`. */
export async function openApiRoutes(site: TestApp): Promise<Route[]> {
  const document = (await site.app.inject('/v1/openapi.json')).json() as {
    paths: Record<string, Record<string, Operation>>;
    components: { schemas: Record<string, Schema> };
  };
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([verb, operation]) => {
      const method = verb.toUpperCase();
      const body = operation.requestBody?.content;
      const schema = pointed(body?.['application/json']?.schema, document.components.schemas);
      return {
        name: `${method} ${path}`,
        method,
        path,
        access: operation['x-access'],
        query: (operation.parameters ?? []).filter((one) => one.in === 'query').map((one) => one.name),
        fields: body === undefined ? null : fieldsOf(schema),
        actions: actionsOf(schema),
        example: body?.['application/json']?.example,
      };
    }),
  );
}

/** Valid hashes for paths: of synthesised speech, and of previews. */
const hashes: Record<string, string> = { key: '0'.repeat(64), name: '0'.repeat(40) };

/** Path of a route with its parameters filled. */
export function pathOf(route: Route, fill: Record<string, string | number>): string {
  return route.path.replace(/\{(\w+)\}/g, (_, name: string) => String(fill[name] ?? hashes[name] ?? 'walk'));
}

/**
 * New login of an account, created in the database: the walk needs thousands, and logging in is slow on
 * purpose.
 */
export async function tokenOf(site: TestApp, code: string, expiresIn = 3_600): Promise<string> {
  const token = newToken();
  await site.database.pool.query(
    `insert into login_session (account_id, token_hash, client_ip, user_agent, expires_at)
     select id, $2, '', 'walk', now() + make_interval(secs => $3) from account where code = $1`,
    [code, hashToken(token), expiresIn],
  );
  return token;
}

let address = 0;

/** Sends requests from changing addresses, to avoid the rate limit per address. */
export async function request(
  site: TestApp,
  route: Pick<Route, 'method'>,
  url: string,
  options: { token?: string; body?: unknown; raw?: string; type?: string } = {},
) {
  address += 1;
  const payload = options.raw ?? (options.body === undefined ? undefined : JSON.stringify(options.body));
  const response = await site.app.inject({
    method: route.method as 'GET',
    url,
    remoteAddress: `10.${(address >> 16) & 255}.${(address >> 8) & 255}.${address & 255}`,
    headers: {
      lang: 'en',
      ...(options.token === undefined ? {} : { access_token: options.token }),
      ...(payload === undefined ? {} : { 'content-type': options.type ?? 'application/json' }),
    },
    ...(payload === undefined ? {} : { payload }),
  });
  let body: { code?: number; key?: string } = {};
  try {
    body = response.json();
  } catch {
    // Pages, metrics and audio are no JSON.
  }
  return { status: response.statusCode, code: body.code, key: body.key, text: response.body };
}
