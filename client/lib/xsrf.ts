const cookieName = 'XSRF-TOKEN'

/** The anti-forgery token of the cookie, URL-decoded, read anew at each call because login rotates it (rule R3). */
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
