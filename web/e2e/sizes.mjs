/** The sizes in which pages are looked at: a desktop and a phone. */
export const sizes = [
  ['desktop', { width: 1400, height: 900 }],
  ['phone', { width: 390, height: 844 }],
];
