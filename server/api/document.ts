import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import type { OpenAPIV3 } from 'openapi-types';
import { isSiteWide } from '../../contract/siteWide.ts';
import { needsLogin } from '../http/access.ts';
import { aboutApi } from './about.ts';
import { finished } from './finish.ts';
import { operationOf } from './operations.ts';
import { tags } from './tags.ts';

/** The description of the API, made from the routes and what their folders say of them. */
export const documentOptions: FastifyDynamicSwaggerOptions = {
  openapi: {
    info: { title: 'Tocsin', version: '1', description: aboutApi },
    tags: [...tags],
    components: {
      securitySchemes: { access_token: { type: 'apiKey', in: 'header', name: 'access_token' } },
    },
  },
  // Who may call it, from the one declaration on the route.
  transform(source) {
    const made = jsonSchemaTransform(source);
    const { method, config } = source.route;
    const access = config?.access ?? 'public';
    const security = needsLogin(access) ? [{ access_token: [] }] : [];
    const wide = [access].flat().every(isSiteWide) ? { 'x-site-wide': true } : {};
    const said = operationOf(String(method), source.url) ?? {};
    const schema = { tags: ['system'], ...made.schema, ...said, security, 'x-access': access, ...wide };
    return { ...made, schema };
  },
  transformObject: (source) =>
    'openapiObject' in source ? finished(source.openapiObject as OpenAPIV3.Document) : source.swaggerObject,
};
