/** What a school’s own systems may do with a token. */
export const tokenAccesses = ['read', 'write'] as const
export type TokenAccess = (typeof tokenAccesses)[number]

export const tokenAccessLabels: Record<TokenAccess, string> = { read: 'Read', write: 'Read and write' }

/** Days until a token expires, as the dialog offers them. */
export const tokenDays = [30, 90, 180, 365] as const

/** What each token starts with, so that secret scanners recognize one. */
export const tokenPrefix = 'shipmate_'
