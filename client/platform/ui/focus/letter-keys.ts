const key = 'shipmate.letter-keys'

/** Returns whether single letters act as keys outside text and tables; the user menu turns them off (WCAG 2.1.4). */
export const letterKeysAreOn = (): boolean => {
  try {
    return localStorage.getItem(key) !== 'off'
  } catch {
    return true
  }
}

/** Turns single-letter keys on or off in this browser. */
export const setLetterKeys = (isOn: boolean): void => {
  try {
    if (isOn) localStorage.removeItem(key)
    else localStorage.setItem(key, 'off')
  } catch {
    // storage is blocked: they stay on
  }
}
