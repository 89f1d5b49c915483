// Runs before the first paint, so that a chosen theme never flashes the other one. A file of its own because the
// content security policy refuses inline scripts; it must stay in step with client/platform/ui/styles/theme.ts.
try {
  const theme = localStorage.getItem('shipmate.theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage is refused: the system's theme it is.
}
