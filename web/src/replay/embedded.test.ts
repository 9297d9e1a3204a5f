import { expect, test } from 'vitest';
import { bytesOf } from './embedded';

test('base64 gives its bytes, all 256 of them', () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, i) => i);
  expect(bytesOf(Buffer.from(bytes).toString('base64'))).toEqual(bytes);
});

test('a damaged page is reported', () => {
  expect(() => bytesOf('H4sI*')).toThrow('export it again');
});
