import { createPrivateKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** The key that signs emails (RFC 6376). */
export interface DkimKey {
  /** The domain that publishes the public key, as `{selector}._domainkey.{domain}`. */
  readonly domain: string
  readonly selector: string
  /** In PEM form. */
  readonly key: string
}

/** Bits of an RSA key below which mail servers ignore the signature (RFC 8301 section 3.2). */
const leastBits = 1024

/** Returns an RSA private key, given in PEM form or as the path of a file with one. @throws Error with the reason */
export const readDkimKey = (given: string): string => {
  // one line in an environment file
  const pem = given.includes('-----BEGIN')
    ? given.replaceAll(String.raw`\n`, '\n')
    : readFileSync(given, 'utf8')
  const { asymmetricKeyType: type, asymmetricKeyDetails: details }: KeyObject = createPrivateKey(pem)
  if (type !== 'rsa') throw new Error('It isn’t an RSA key.')
  if ((details?.modulusLength ?? 0) < leastBits) throw new Error(`It has fewer than ${leastBits} bits.`)
  return pem
}
