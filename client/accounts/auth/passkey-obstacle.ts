/**
 * Returns why passkeys can’t be used here, in one sentence; null if they can: browsers need https, a host name and
 * WebAuthn.
 */
export const passkeyObstacle = (): string | null => {
  const { hostname } = window.location
  if (!window.isSecureContext) return 'Passkeys need a secure connection. Open Shipmate with https://.'
  if (/^[\d.]+$|^\[/.test(hostname))
    return 'Passkeys don’t work at an IP address. Open Shipmate by its name, such as localhost.'
  if (!('PublicKeyCredential' in window))
    return 'This browser can’t use passkeys. Update it, or use Chrome, Edge, Firefox or Safari.'
  return null
}
