const cookieName = 'XSRF-TOKEN'

/** Returns the CSRF token from the cookie, URL-decoded; read for each call because signing in rotates it. */
export const xsrfToken = (): string | null => {
  const pair = document.cookie.split('; ').find((part) => part.startsWith(`${cookieName}=`))
  if (!pair) return null
  const raw = pair.slice(cookieName.length + 1)
  try {
    return decodeURIComponent(raw)
  } catch {
    return raw
  }
}
