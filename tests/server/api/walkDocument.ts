interface Schema {
  $ref?: string;
  description?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  additionalProperties?: Schema | boolean;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  enum?: unknown[];
}

export interface Operation {
  operationId?: string;
  summary?: string;
  description?: string;
  tags?: string[];
  parameters?: { name?: string; $ref?: string; in: string; description?: string; schema?: Schema }[];
  requestBody?: { content: Record<string, { schema?: Schema; example?: unknown }> };
  responses: Record<string, { content?: Record<string, { schema?: Schema }> }>;
}

export interface ApiDocument {
  info: { description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

/** Operations by `GET /v1/zone`. */
export function operationsOf(document: ApiDocument): [name: string, operation: Operation][] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]): [string, Operation] => [
      `${method.toUpperCase()} ${path}`,
      operation,
    ]),
  );
}

/** Properties at any depth, with their paths. References are resolved once, in `documentFields`. */
function fieldsOf(schema: Schema, way: string): [way: string, field: Schema][] {
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, field]): [string, Schema][] => [
    [`${way}.${name}`, field],
    ...fieldsOf(field, `${way}.${name}`),
  ]);
  const inner = [
    schema.items,
    typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined,
    ...(schema.allOf ?? []),
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
  ].flatMap((part) => (part === undefined ? [] : fieldsOf(part, way)));
  return [...own, ...inner];
}

/** Properties that operations accept or return, and their parameters. */
export function documentFields(document: ApiDocument): [way: string, field: Schema][] {
  const parts = operationsOf(document).flatMap(([name, operation]) => {
    const contents = [operation.requestBody, ...Object.values(operation.responses)].flatMap((one) =>
      Object.values(one?.content ?? {}),
    );
    const bodies = contents.flatMap(({ schema }) => (schema === undefined ? [] : fieldsOf(schema, name)));
    // Parameters that are shared by reference are described at their definition.
    const own = (operation.parameters ?? []).filter(({ $ref }) => $ref === undefined);
    const parameters = own.map((one): [string, Schema] => [
      `${name}?${one.name}`,
      { ...one.schema, ...(one.description === undefined ? {} : { description: one.description }) },
    ]);
    return [...bodies, ...parameters];
  });
  const named = Object.entries(document.components.schemas).flatMap(([name, schema]) =>
    fieldsOf(schema, name),
  );
  return [...parts, ...named];
}

/** Codes that a field accepts, also as an array. */
export function codesOf(field: Schema): unknown[] {
  const parts = [
    ...(field.anyOf ?? []),
    ...(field.oneOf ?? []),
    ...(field.items === undefined ? [] : [field.items]),
  ];
  return [
    ...(field.enum ?? []),
    ...parts.flatMap((part) => (part.properties === undefined ? codesOf(part) : [])),
  ].filter((code) => code !== null && typeof code !== 'boolean');
}
