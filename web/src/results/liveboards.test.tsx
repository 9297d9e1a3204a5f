// @vitest-environment jsdom
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, expect, test } from 'vitest';
import { LiveBoards } from './liveboards';

afterEach(() => render(null, document.body));

const match = {
  id: 'a',
  tournament: 'single:ctf',
  game: 'ctf',
  seats: ['x', 'y'],
  since: '2020-01-01T00:00:00Z',
};

test('running matches have boards', () => {
  act(() => render(<LiveBoards playing={[match]} waiting={[]} unwatched={false} />, document.body));
  expect(document.querySelectorAll('iframe').length).toBe(1);
});

test('a server that does not show running matches says so, and they can be cancelled', () => {
  act(() => render(<LiveBoards playing={[match]} waiting={[]} unwatched />, document.body));
  expect(document.querySelector('iframe')).toBeNull();
  expect(document.body.textContent).toContain(
    '1 running; this server shows no matches while they are played.',
  );
  expect(document.querySelector('button')?.textContent).toBe('Cancel');
});
