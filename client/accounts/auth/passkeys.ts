import {
  startAuthentication,
  startRegistration,
  WebAuthnError,
  type WebAuthnErrorCode,
} from '@simplewebauthn/browser'
import type {
  NewPasskey,
  PasskeyCreation,
  PasskeyRequest,
  UsedPasskey,
} from '#contract/accounts/auth/passkey-shapes.ts'
import { ApiError } from '#client/platform/lib/api-error.ts'

/** Lets the user create a passkey. @throws ApiError with a sentence for users */
export const createPasskey = async (options: PasskeyCreation): Promise<NewPasskey> => {
  const made = await asked('No passkey was added. Try again when you’re ready.', () =>
    startRegistration({ optionsJSON: options }),
  )
  const { clientDataJSON, attestationObject, transports = [] } = made.response
  return {
    id: made.id,
    rawId: made.rawId,
    type: 'public-key',
    response: { clientDataJSON, attestationObject, transports },
  }
}

/** Lets the user choose and use a passkey. @throws ApiError with a sentence for users */
export const askForPasskey = async (options: PasskeyRequest): Promise<UsedPasskey> => {
  const used = await asked('No passkey was used. Try again, or sign in another way.', () =>
    startAuthentication({ optionsJSON: options }),
  )
  const { clientDataJSON, authenticatorData, signature, userHandle } = used.response
  return {
    id: used.id,
    rawId: used.rawId,
    type: 'public-key',
    response: { clientDataJSON, authenticatorData, signature, userHandle: userHandle ?? null },
  }
}

const wrongPlace = 'Passkeys don’t work at this address. Open Shipmate at its usual address.'
const noLock = 'This device or key can’t be used. It needs a screen lock or a PIN.'

/** What to do about the failures that the browser tells apart. It calls all others “not allowed”. */
const sentences: Partial<Record<WebAuthnErrorCode, string>> = {
  ERROR_INVALID_DOMAIN: wrongPlace,
  ERROR_INVALID_RP_ID: wrongPlace,
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: 'This device already has a passkey for your account.',
  ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT: noLock,
  ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT: noLock,
}

const asked = async <T>(otherwise: string, ask: () => Promise<T>): Promise<T> => {
  try {
    return await ask()
  } catch (error) {
    const sentence = error instanceof WebAuthnError ? sentences[error.code] : undefined
    throw new ApiError({ kind: 'conflict', message: sentence ?? otherwise, cause: error })
  }
}
