import { createPublicKey } from 'node:crypto'
import type { DomainCheck } from '#contract/mail/email-delivery/shapes.ts'

/** What one record means. */
export type Finding = Pick<DomainCheck, 'outcome' | 'words' | 'record'>

const finding = (outcome: Finding['outcome'], words: string, record: string | null): Finding => ({
  outcome,
  words,
  record,
})

/** Mechanisms that cost a lookup when a mail server checks the record; 10 are allowed (RFC 7208 section 4.6.4). */
const lookups = /^[-+~?]?(?:include:|a(?:[:/]|$)|mx(?:[:/]|$)|ptr(?:[:/]|$)|exists:)|^redirect=/
const mostLookups = 10
const knownTerm =
  /^[-+~?]?(?:all|include:\S+|a(?:[:/]\S+)?|mx(?:[:/]\S+)?|ptr(?::\S+)?|ip4:\S+|ip6:\S+|exists:\S+)$|^[a-z][\w.-]*=\S*$/

/** Returns what the TXT records of a domain say about who may send its emails (SPF, RFC 7208). */
export const readSpf = (records: readonly string[]): Finding => {
  const found = records.filter((record) => /^v=spf1(?: |$)/i.test(record))
  const [record = null, ...others] = found
  if (record === null)
    return finding(
      'missing',
      'Add a TXT record that lists your mail server, or other mail servers may reject your emails.',
      null,
    )
  if (others.length > 0)
    return finding(
      'wrong',
      'There is more than one SPF record, so none of them works. Merge them into one.',
      record,
    )
  return finding(...judgeSpf(record.toLowerCase().split(/ +/).slice(1)), record)
}

const judgeSpf = (given: readonly string[]): [Finding['outcome'], string] => {
  const terms = given.filter((term) => term !== '')
  const unknown = terms.find((term) => !knownTerm.test(term))
  if (unknown !== undefined)
    return ['wrong', `“${unknown}” isn’t valid in an SPF record, so it doesn’t count.`]
  if (terms.filter((term) => lookups.test(term)).length > mostLookups)
    return ['wrong', `It needs more than ${mostLookups} lookups, so it doesn’t count. Remove some entries.`]
  const all = terms.find((term) => /^[-+~?]?all$/.test(term))
  if (all === '-all' || all === '~all') return ['ok', 'Only the listed mail servers can send your emails.']
  if (all === 'all' || all === '+all')
    return ['wrong', 'It lets anyone send emails as this domain. End it with ~all or -all.']
  if (all === undefined && terms.some((term) => term.startsWith('redirect=')))
    return ['ok', 'Another domain’s record says which mail servers can send your emails.']
  return ['weak', 'It doesn’t say what happens to emails from other mail servers. End it with ~all or -all.']
}

/** Returns the tags of a record such as `v=DMARC1; p=none` (RFC 6376 section 3.2), names in lower case. */
const tagsOf = (record: string): ReadonlyMap<string, string> =>
  new Map(
    record.split(';').flatMap((part) => {
      const at = part.indexOf('=')
      return at < 1 ? [] : [[part.slice(0, at).trim().toLowerCase(), part.slice(at + 1).trim()] as const]
    }),
  )

/** Returns what the TXT records of `selector._domainkey` say about the key that signs emails (DKIM, RFC 6376). */
export const readDkim = (records: readonly string[]): Finding => {
  const record = records.find((each) => tagsOf(each).has('p')) ?? records[0]
  if (record === undefined)
    return finding(
      'missing',
      'There is no key under this selector. Check the selector, or add the record.',
      null,
    )
  return finding(...judgeDkim(tagsOf(record)), record)
}

const judgeDkim = (tags: ReadonlyMap<string, string>): [Finding['outcome'], string] => {
  const key = tags.get('p')?.replaceAll(/\s+/g, '')
  const version = tags.get('v') ?? 'DKIM1'
  if (version !== 'DKIM1' || key === undefined)
    return ['wrong', 'This isn’t a DKIM key. Copy the record again from your email provider.']
  if (key === '') return ['wrong', 'This key was revoked. Publish a new one.']
  const bits = bitsOf(tags, key)
  if (bits === undefined)
    return ['wrong', 'The key can’t be read. Copy the record again from your email provider.']
  if (bits < 2048) return ['weak', `The key has ${bits} bits. Replace it with one of 2,048 bits.`]
  if (tags.get('t')?.split(':').includes('y'))
    return ['weak', 'The record says that it’s a test. Remove t=y.']
  return ['ok', 'Other mail servers can check the signature of your emails.']
}

/** Keys of other kinds than RSA are short and strong. */
const bitsOf = (tags: ReadonlyMap<string, string>, key: string): number | undefined =>
  (tags.get('k') ?? 'rsa') === 'rsa' ? rsaBits(key) : Infinity

/** Returns the length of an RSA key in bits; undefined if it can’t be read. */
const rsaBits = (base64: string): number | undefined => {
  try {
    const key = createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' })
    return key.asymmetricKeyDetails?.modulusLength
  } catch {
    return undefined
  }
}

/**
 * Returns what the TXT records of `_dmarc` say about emails that fail the other checks (DMARC, RFC 7489).
 * @param isParent whether they’re those of a domain above the sender’s
 */
export const readDmarc = (records: readonly string[], isParent = false): Finding => {
  const found = records.filter((record) => /^v=DMARC1(?:\s*;|$)/.test(record.trim()))
  const [record = null, ...others] = found
  if (record === null)
    return finding('missing', 'Add a TXT record. Many mail servers require one from bulk senders.', null)
  if (others.length > 0)
    return finding('wrong', 'There is more than one DMARC record, so none of them works. Keep one.', record)
  return finding(...judgeDmarc(tagsOf(record), isParent), record)
}

const judgeDmarc = (tags: ReadonlyMap<string, string>, isParent: boolean): [Finding['outcome'], string] => {
  const ofSubdomains = isParent ? tags.get('sp') : undefined
  const policy = (ofSubdomains ?? tags.get('p') ?? '').toLowerCase()
  if (policy === 'reject' || policy === 'quarantine')
    return ['ok', 'Other mail servers keep out forged emails from this domain.']
  if (policy === 'none')
    return [
      'weak',
      'Forged emails are only reported. Once your own emails pass, set p=quarantine or p=reject.',
    ]
  return ['wrong', 'It has no valid policy. Set p=none, p=quarantine or p=reject.']
}

/** Returns the names at which a domain’s DMARC record can be, the nearest first: its own, and those above it. */
export const dmarcHosts = (domain: string): string[] => {
  const labels = domain.split('.')
  return labels
    .slice(0, Math.max(1, labels.length - 1))
    .map((_, index) => `_dmarc.${labels.slice(index).join('.')}`)
}
