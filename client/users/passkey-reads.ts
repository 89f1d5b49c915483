import { getMe } from '#contract/auth/endpoints.ts'
import { listPasskeys } from '#contract/auth/passkey-endpoints.ts'

/** What shows the user’s passkeys. */
export const passkeyReads = [listPasskeys, getMe]
