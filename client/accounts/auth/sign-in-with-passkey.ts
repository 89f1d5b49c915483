import { askForPasskey } from './passkeys.ts'
import {
  callPasskeyChallenge,
  callPasskeyLogin,
  callStartPasskeyChallenge,
  callStartPasskeyLogin,
} from './auth-calls.ts'

const options = { expectsGuest: true } as const

/**
 * Signs in with a passkey: alone, or as the second step of a pending sign-in. @throws ApiError, also if the browser
 * returned none
 */
export const signInWithPasskey = async (isSecondStep: boolean): Promise<void> => {
  const asked = await (isSecondStep ? callStartPasskeyChallenge : callStartPasskeyLogin)({}, options)
  const credential = await askForPasskey(asked)
  await (isSecondStep ? callPasskeyChallenge : callPasskeyLogin)({ body: { credential } }, options)
}
