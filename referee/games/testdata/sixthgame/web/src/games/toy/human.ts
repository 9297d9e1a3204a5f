import type { Input } from '../input';

const input: Input<{ points: string[] }, string> = {
  keys: [],
  begin: () => '',
  prompt: () => 'Take points',
  click: () => null,
  press: () => null,
  buttons: ({ points }) => points.map((label) => ({ label, next: { draft: label, send: label } })),
  undo: () => null,
  draw() {},
};

export default input;
