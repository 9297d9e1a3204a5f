import { expect, test } from 'vitest';
import { runName } from './links';

test.each([
  ['ci', 'ci'],
  ['check keeper mine@6650ba35 mine@81e5cfef c395521a', 'check keeper mine mine'],
  ['history keeper d35500a45b91 349b5702', 'history keeper d35500'],
  ['finals deadbeef', 'finals deadbeef'],
])('%s is read as %s', (id, want) => expect(runName(id)).toBe(want));
