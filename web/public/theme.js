// Runs before the first paint, so that a chosen theme never flashes. It is a file because the pages allow no inline script.
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'dark' || theme === 'light') document.documentElement.dataset.theme = theme;
} catch {
  // Without storage the system's preference counts.
}
