import {
  confirmTwoFactor,
  disableTwoFactor,
  enableTwoFactor,
  getTwoFactorQrCode,
  getTwoFactorSecretKey,
  listRecoveryCodes,
  renewRecoveryCodes,
} from '#contract/accounts/auth/endpoints.ts'
import { call } from '#client/platform/lib/call.ts'

/** What the user needs to finish: the QR code or key, and the recovery codes to save. */
export interface TwoFactorSetup {
  /** An SVG image, as an image source. */
  readonly qrCode: string
  readonly secret: string
  readonly recoveryCodes: readonly string[]
}

/** Starts the setup, then loads the QR code. Null if the server says it wasn't started. */
export const startTwoFactor = async (): Promise<TwoFactorSetup | null> => {
  await call(enableTwoFactor, {})
  return readSetup()
}

/** Loads a setup that was started and not confirmed; an empty list instead of a QR code means that none was started. */
const readSetup = async (): Promise<TwoFactorSetup | null> => {
  const picture = await call(getTwoFactorQrCode, {})
  if (!('svg' in picture)) return null
  const [key, recoveryCodes] = await Promise.all([
    call(getTwoFactorSecretKey, {}),
    call(listRecoveryCodes, {}),
  ])
  return {
    qrCode: `data:image/svg+xml,${encodeURIComponent(picture.svg)}`,
    secret: key.secretKey,
    recoveryCodes,
  }
}

/** Confirms the setup with the app's first code: from now on signing in asks for one. */
export const finishTwoFactor = async (code: string): Promise<void> => {
  await call(confirmTwoFactor, { body: { code } })
}

/** Creates new recovery codes, then loads them: the first call doesn't return them. */
export const remakeRecoveryCodes = async (): Promise<readonly string[]> => {
  await call(renewRecoveryCodes, {})
  return call(listRecoveryCodes, {})
}

/** Loads the recovery codes. */
export const readRecoveryCodes = (): Promise<readonly string[]> => call(listRecoveryCodes, {})

/** Turns it off: signing in needs only the password again. */
export const stopTwoFactor = async (): Promise<void> => {
  await call(disableTwoFactor, {})
}
