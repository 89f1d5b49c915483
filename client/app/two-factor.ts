import {
  confirmTwoFactor,
  disableTwoFactor,
  enableTwoFactor,
  getTwoFactorQrCode,
  getTwoFactorSecretKey,
  listRecoveryCodes,
  renewRecoveryCodes,
} from '#contract/auth/endpoints.ts'
import { call } from '#client/lib/call.ts'

/** What a person needs to finish: the code to scan or to type, and the recovery codes to keep. */
export interface TwoFactorSetup {
  /** An SVG picture, for an image's source. */
  readonly qrCode: string
  readonly secret: string
  readonly recoveryCodes: readonly string[]
}

/** Starts it, then reads what to scan (rule R18). Null when the server says it was not started. */
export const startTwoFactor = async (): Promise<TwoFactorSetup | null> => {
  await call(enableTwoFactor, {})
  return readSetup()
}

/** What was started and not yet confirmed; an empty list instead of a picture means: not started. */
export const readSetup = async (): Promise<TwoFactorSetup | null> => {
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

/** The first code of the app: from now on it is asked for at login. */
export const finishTwoFactor = async (code: string): Promise<void> => {
  await call(confirmTwoFactor, { body: { code } })
}

/** Makes new recovery codes, then reads them: the first call does not give them. */
export const remakeRecoveryCodes = async (): Promise<readonly string[]> => {
  await call(renewRecoveryCodes, {})
  return call(listRecoveryCodes, {})
}

/** The recovery codes as they are. */
export const readRecoveryCodes = (): Promise<readonly string[]> => call(listRecoveryCodes, {})

/** Off: the password alone is enough again. */
export const stopTwoFactor = async (): Promise<void> => {
  await call(disableTwoFactor, {})
}
