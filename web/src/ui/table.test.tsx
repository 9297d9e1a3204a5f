// @vitest-environment jsdom
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, expect, test } from 'vitest';
import { type Column, Table } from './table';

interface Row {
  name: string;
  n: number;
}

const columns: readonly Column<Row>[] = [
  { key: 'name', title: 'Name', by: (r) => r.name },
  { key: 'n', title: 'Number', numeric: true, by: (r) => r.n, cell: (r) => <b>{r.n}</b> },
];

afterEach(() => render(null, document.body));

test('a click on a title sorts and sets aria-sort', () => {
  const rows = ['b', 'c', 'a'].map((name, n) => ({ name, n }));
  act(() => render(<Table caption="Rows" columns={columns} rows={rows} id={(r) => r.name} />, document.body));
  const names = () => [...document.body.querySelectorAll('tbody th')].map((th) => th.textContent);
  const sorted = () => document.body.querySelector('th[aria-sort]')?.getAttribute('aria-sort');
  const press = (i: number) => act(() => document.body.querySelectorAll('button')[i]!.click());
  expect([names(), sorted()]).toEqual([['b', 'c', 'a'], undefined]);
  press(0);
  expect([names(), sorted()]).toEqual([['a', 'b', 'c'], 'ascending']);
  press(1);
  expect([names(), sorted()]).toEqual([['a', 'c', 'b'], 'descending']);
});

test('a value that is long beside its title has the whole width of a card', () => {
  const rows = ['check', 'check keeper new@1'].map((name, n) => ({ name, n }));
  const of: readonly Column<Row>[] = [
    { key: 'n', title: 'Number', by: (r) => r.n },
    { key: 'name', title: 'Tournament', by: (r) => r.name, unsorted: true },
  ];
  act(() => render(<Table caption="Cards" columns={of} rows={rows} id={(r) => r.name} />, document.body));
  expect([...document.body.querySelectorAll('td')].map((td) => td.className)).toEqual(['', 'wide']);
  expect([...document.body.querySelectorAll('button.sort')].map((b) => b.textContent)).toEqual(['Number']);
});

test('a phone shows the first rows, and the others when asked', () => {
  const rows = ['a', 'b', 'c', 'd'].map((name, n) => ({ name, n }));
  const shown = (brief: number) => {
    act(() =>
      render(
        <Table key={brief} caption="Rows" columns={columns} rows={rows} id={(r) => r.name} brief={brief} />,
        document.body,
      ),
    );
    return [
      document.body.querySelectorAll('tr.rest').length,
      document.body.querySelector('button.rest')?.textContent,
    ];
  };
  expect(shown(3)).toEqual([0, undefined]); // a button in place of one row
  expect(shown(2)).toEqual([2, '2 more']);
  act(() => document.body.querySelector<HTMLButtonElement>('button.rest')!.click());
  expect(document.body.querySelectorAll('.rest').length).toBe(0);
});
