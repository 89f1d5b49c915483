/** The user's choice: the system's theme, or always one of the two. */
export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const key = 'shipmate.theme'

/** Returns the saved choice; `system` if there is none or storage is blocked. */
export const storedTheme = (): Theme => {
  try {
    const stored = localStorage.getItem(key)
    return stored === 'light' || stored === 'dark' ? stored : 'system'
  } catch {
    return 'system'
  }
}

/** Applies a theme at once and saves it. `public/theme.js` applies it before the first paint of the next load. */
export const chooseTheme = (theme: Theme): void => {
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
  try {
    if (theme === 'system') localStorage.removeItem(key)
    else localStorage.setItem(key, theme)
  } catch {
    // Storage is blocked: the choice applies until the page is closed.
  }
}
