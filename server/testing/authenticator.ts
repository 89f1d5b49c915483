import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import type {
  NewPasskey,
  PasskeyCreation,
  PasskeyRequest,
  UsedPasskey,
} from '#contract/accounts/auth/passkey-shapes.ts'

/** What a test can make wrong. */
interface Bend {
  readonly origin?: string
  readonly challenge?: string
  readonly rpId?: string
  /** Whether the authenticator verified its user by a fingerprint or a PIN. */
  readonly isVerified?: boolean
  /** The signature count; one more than the last one if it’s left out. */
  readonly count?: number
  /** null: the device doesn’t say whose passkey it is. */
  readonly userHandle?: string | null
}

/** A passkey on a device: its private key, and what the device knows about it. */
interface Stored {
  readonly id: Buffer
  readonly key: KeyObject
  readonly userHandle: string
  count: number
}

/**
 * A device with passkeys, as WebAuthn level 3 describes it: ES256 keys, attestation `none`. Its answers are the bytes
 * that a browser sends.
 */
export interface Authenticator {
  create(options: PasskeyCreation, bend?: Bend): NewPasskey
  /** Uses the passkey made last. */
  use(options: PasskeyRequest, bend?: Bend): UsedPasskey
}

const flags = { present: 0x01, verified: 0x04, withKey: 0x40 } as const

/** Creates a device. The origin is the page’s: the test client calls `localhost`. */
export const createAuthenticator = (origin = 'http://localhost'): Authenticator => {
  const stored: Stored[] = []
  return {
    create: (options, bend = {}) => {
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const made = { id: randomBytes(32), key: privateKey, userHandle: options.user.id, count: 0 }
      stored.push(made)
      const client = clientData('webauthn.create', options.challenge, { origin, ...bend })
      const id = made.id.toString('base64url')
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: client.toString('base64url'),
          attestationObject: attestationOf(made.id, publicKey, options.rp.id, bend).toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    use: (options, bend = {}) => {
      const made = stored.at(-1)
      if (!made) throw new Error('This device has no passkey.')
      made.count = bend.count ?? made.count + 1
      const data = head(options.rpId, bend, 0, made.count)
      const client = clientData('webauthn.get', options.challenge, { origin, ...bend })
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()])
      const id = made.id.toString('base64url')
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', signed, made.key).toString('base64url'),
          userHandle: bend.userHandle === undefined ? made.userHandle : bend.userHandle,
        },
      }
    },
  }
}

const clientData = (type: string, asked: string, { origin, challenge = asked }: Bend): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

/** An attestation object of format `none`: authenticator data with an AAGUID of zeros, the ID and the public key. */
const attestationOf = (id: Buffer, key: KeyObject, rpId: string, bend: Bend): Buffer => {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(id.length)
  const data = Buffer.concat([head(rpId, bend, flags.withKey, 0), Buffer.alloc(16), length, id, coseOf(key)])
  const attestation = new Map<string, string | Map<string, string> | Uint8Array<ArrayBuffer>>([
    ['fmt', 'none'],
    ['attStmt', new Map<string, string>()],
    ['authData', new Uint8Array(data)],
  ])
  return Buffer.from(isoCBOR.encode(attestation))
}

/** Authenticator data: the hash of the site, the flags, the count. */
const head = (rpId: string, bend: Bend, more: number, count: number): Buffer => {
  const isVerified = bend.isVerified ?? true
  const counted = Buffer.alloc(4)
  counted.writeUInt32BE(count)
  return Buffer.concat([
    createHash('sha256')
      .update(bend.rpId ?? rpId)
      .digest(),
    Buffer.from([flags.present | (isVerified ? flags.verified : 0) | more]),
    counted,
  ])
}

/** A P-256 key in COSE form (RFC 9053): key type 2, ES256, curve 1, x and y. */
const coseOf = (key: KeyObject): Uint8Array => {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))
  return isoCBOR.encode(
    new Map<number, number | Uint8Array<ArrayBuffer>>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytes(x)],
      [-3, bytes(y)],
    ]),
  )
}
