import { sign, type Keys } from '#server/platform/lib/crypt.ts'

/** What a student’s token is for. A token for one isn’t accepted for the other. */
type TokenUse = 'form' | 'form-file'

/** Returns the keyed hash under which a token is stored. The token itself is never stored. */
export const tokenHash = (keys: Keys, use: TokenUse, token: string): Buffer =>
  Buffer.from(sign(keys, `${use}:${token}`), 'base64url')
