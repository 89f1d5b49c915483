/**
 * Returns a new random key in the form of a UUID. `crypto.randomUUID` exists in secure contexts only; this works over
 * plain http too.
 */
export const newKey = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  // the bits of a random UUID, version 4
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
