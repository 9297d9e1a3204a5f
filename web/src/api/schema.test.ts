import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';
import { expect, test } from 'vitest';

// The other half, that openapi.json is what the server says, is a Go test beside web.go.
test('schema.ts is generated from openapi.json; if not: make generate', async () => {
  const file = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8');
  const nodes = await openapiTS(JSON.parse(file('openapi.json')), { defaultNonNullable: false });
  expect(file('schema.ts').endsWith(astToString(nodes))).toBe(true);
});
