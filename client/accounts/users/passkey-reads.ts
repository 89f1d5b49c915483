import { getMe } from '#contract/accounts/auth/endpoints.ts'
import { listPasskeys } from '#contract/accounts/auth/passkey-endpoints.ts'

/** What shows the user’s passkeys. */
export const passkeyReads = [listPasskeys, getMe]
