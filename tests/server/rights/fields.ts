/** JSON schema in the generated OpenAPI. */
interface Schema {
  $ref?: string;
  properties?: Record<string, Schema>;
  [key: string]: unknown;
}

/** Names of all fields of a value, at any depth. */
export function fieldNames(value: unknown): string[] {
  const names = new Set<string>();
  const walk = (one: unknown): void => {
    if (Array.isArray(one)) for (const item of one) walk(item);
    else if (typeof one === 'object' && one !== null)
      for (const [key, child] of Object.entries(one)) {
        names.add(key);
        walk(child);
      }
  };
  walk(value);
  return [...names];
}

/** Names of all properties of a schema, at any depth, following references. */
export function propertyNames(schema: unknown, document: { components?: { schemas?: object } }): string[] {
  const names = new Set<string>();
  const seen = new Set<unknown>();
  const walk = (one: unknown): void => {
    if (typeof one !== 'object' || one === null || seen.has(one)) return;
    seen.add(one);
    const { $ref, properties, ...rest } = one as Schema;
    if ($ref !== undefined)
      walk(
        (document.components?.schemas as Record<string, Schema> | undefined)?.[$ref.split('/').at(-1) ?? ''],
      );
    for (const [name, child] of Object.entries(properties ?? {})) {
      names.add(name);
      walk(child);
    }
    for (const child of Object.values(rest)) walk(child);
  };
  walk(schema);
  return [...names];
}

/** Tells if a field, by its name, holds a network address. */
export function isAddressField(name: string): boolean {
  return /(^|_)(ip|ips|addr|address|addresses|peer|host)$/i.test(name);
}
