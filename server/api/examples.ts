/** Bodies as clients send them, by method and path; a test parses each with the schema of its route. */
export const examples: Readonly<Record<string, unknown>> = {};
