import { addPasskey, startPasskey } from '#contract/accounts/auth/passkey-endpoints.ts'
import { deviceName } from './device-name.ts'
import { createPasskey } from './passkeys.ts'
import { call } from '#client/platform/lib/call.ts'

/** Lets the user create a passkey and saves it under the device’s name. @throws ApiError with a sentence for users */
export const addFirstPasskey = async (): Promise<void> => {
  const credential = await createPasskey(await call(startPasskey, {}))
  await call(addPasskey, { body: { name: deviceName(navigator.userAgent), credential } })
}
