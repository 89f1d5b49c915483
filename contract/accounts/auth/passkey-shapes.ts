import * as z from 'zod/mini'
import { text } from '#contract/platform/fields.ts'

/** The name a user gives to a passkey. */
export const passkeyName = text(100)

/** A passkey of the user, as it’s listed. */
export const passkey = z.object({
  id: z.int(),
  name: z.string(),
  created_at: z.string(),
  last_used_at: z.nullable(z.string()),
})
export type Passkey = z.output<typeof passkey>

/** Bytes in base64url without padding. */
const bytes = (max: number) => z.string().check(z.maxLength(max), z.regex(/^[\w-]+$/))

const credential = z.literal('public-key')
const known = z.object({ id: z.string(), type: credential, transports: z.array(z.string()) })

/** What the browser needs to create a passkey: PublicKeyCredentialCreationOptionsJSON (WebAuthn level 3). */
export const passkeyCreation = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: credential, alg: z.int() })),
  timeout: z.int(),
  excludeCredentials: z.array(known),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
})
export type PasskeyCreation = z.output<typeof passkeyCreation>

/** What the browser needs to use a passkey: PublicKeyCredentialRequestOptionsJSON (WebAuthn level 3). */
export const passkeyRequest = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  /** Empty if the passkey tells who signs in. */
  allowCredentials: z.array(known),
  userVerification: z.enum(['required', 'preferred']),
})
export type PasskeyRequest = z.output<typeof passkeyRequest>

/** What a browser returns for a new passkey. Browsers may add keys, which aren’t read. */
export const newPasskey = z.object({
  id: bytes(1400),
  rawId: bytes(1400),
  type: credential,
  response: z.object({
    clientDataJSON: bytes(4000),
    attestationObject: bytes(16_000),
    transports: z.optional(z.array(text(40)).check(z.maxLength(10))),
  }),
})
export type NewPasskey = z.output<typeof newPasskey>

/** What a browser returns for a used passkey. Browsers may add keys, which aren’t read. */
export const usedPasskey = z.object({
  id: bytes(1400),
  rawId: bytes(1400),
  type: credential,
  response: z.object({
    clientDataJSON: bytes(4000),
    authenticatorData: bytes(4000),
    signature: bytes(8000),
    userHandle: z.nullish(bytes(100)),
  }),
})
export type UsedPasskey = z.output<typeof usedPasskey>
