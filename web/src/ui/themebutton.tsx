import { useState } from 'preact/hooks';
import { loadPreference, removePreference, savePreference } from '../lib/storage';
import { Icon } from './icon';

type Choice = 'system' | 'light' | 'dark';

const next: Record<Choice, Choice> = { system: 'light', light: 'dark', dark: 'system' };

/** Applies the stored choice, on a page without theme.js. */
export function applyTheme(): void {
  const stored = loadPreference('theme');
  if (stored === 'light' || stored === 'dark') document.documentElement.dataset.theme = stored;
}

/** Cycles through system, light and dark. On the next load, theme.js applies the choice before the first paint. */
export function ThemeButton() {
  const [choice, choose] = useState<Choice>(() => {
    const stored = loadPreference('theme');
    return stored === 'light' || stored === 'dark' ? stored : 'system';
  });
  const change = () => {
    const to = next[choice];
    if (to === 'system') {
      removePreference('theme');
      delete document.documentElement.dataset.theme;
    } else {
      savePreference('theme', to);
      document.documentElement.dataset.theme = to;
    }
    choose(to);
  };
  return (
    <button
      type="button"
      class="quiet"
      onClick={change}
      title={`Theme: ${choice}`}
      aria-label={`theme: ${choice}`}
    >
      <Icon name={choice} />
    </button>
  );
}
