import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import type { OpenAPIV3 } from 'openapi-types';
import { isSiteWide } from '../../../contract/api/siteWide.ts';
import { aboutApi } from '../../platform/api/about.ts';
import { finished } from '../../platform/api/finish.ts';
import { tags } from '../../platform/api/tags.ts';
import { needsLogin } from '../../platform/http/access.ts';
import { createSlices } from '../../platform/process/slices.ts';
import { operationOf } from './operations.ts';

const OPENAPI = '3.0.3';

type Source = Parameters<typeof jsonSchemaTransform>[0];

/** OpenAPI document, made from the routes and the operation texts of each folder. */
export interface ApiDocument {
  /** Options for `@fastify/swagger`. */
  options: FastifyDynamicSwaggerOptions;
  /**
   * Makes the document, if that is not done, in slices: converting the schemas of all routes to JSON Schema
   * takes about 0.3 s, in which no audio would be sent otherwise. `app.swagger()` returns it at once
   * afterwards.
   */
  prepare(): Promise<void>;
}

/** Creates the document. Call before any route is added. */
export function createDocument(app: FastifyInstance): ApiDocument {
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => {
    routes.push(route);
  });
  const ready = new Map<object, ReturnType<typeof jsonSchemaTransform>>();
  let prepared: Promise<void> | undefined;

  async function make(): Promise<void> {
    const slices = createSlices();
    for (const route of routes) {
      const { schema, url } = route;
      if (schema === undefined || ready.has(schema)) continue;
      await slices();
      const source = { schema, url, route, openapiObject: { openapi: OPENAPI } };
      ready.set(schema, jsonSchemaTransform(source as Source));
    }
    await slices();
    app.swagger();
    ready.clear();
  }

  return {
    prepare() {
      prepared ??= make();
      return prepared;
    },
    options: {
      openapi: {
        openapi: OPENAPI,
        info: { title: 'Tocsin', version: '1', description: aboutApi },
        tags: [...tags],
        components: {
          securitySchemes: { access_token: { type: 'apiKey', in: 'header', name: 'access_token' } },
        },
      },
      // Access rules come from the one declaration on the route.
      transform(source) {
        const made = ready.get(source.schema ?? {}) ?? jsonSchemaTransform(source);
        const { method, config } = source.route;
        const access = config?.access ?? 'public';
        const security = needsLogin(access) ? [{ access_token: [] }] : [];
        const wide = [access].flat().every(isSiteWide) ? { 'x-site-wide': true } : {};
        const operation = operationOf(String(method), source.url) ?? {};
        const schema = {
          tags: ['system'],
          ...made.schema,
          ...operation,
          security,
          'x-access': access,
          ...wide,
        };
        return { schema, url: source.url };
      },
      transformObject: (source) =>
        'openapiObject' in source
          ? finished(source.openapiObject as OpenAPIV3.Document)
          : source.swaggerObject,
    },
  };
}
