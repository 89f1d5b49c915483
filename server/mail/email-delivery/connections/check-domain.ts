import type { Resolver } from 'node:dns/promises'
import type { DomainCheck } from '#contract/mail/email-delivery/shapes.ts'
import { dmarcHosts, readDkim, readDmarc, readSpf, type Finding } from '../rules/sender-domain.ts'

/** Milliseconds and attempts after which DNS counts as not responding. */
export const dnsPatience = { timeout: 2000, tries: 2 }

const noAnswer: Finding = {
  outcome: 'unknown',
  record: null,
  words: 'DNS didn’t respond, so this couldn’t be checked. Try again later.',
}

/** The codes that say that a name has no such record. */
const absent: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'ENODATA'])

/** Returns the TXT records of a name, none if there are none; null if DNS doesn’t respond. */
const textsAt = async (resolver: Resolver, host: string): Promise<string[] | null> => {
  try {
    return (await resolver.resolveTxt(host)).map((parts) => parts.join(''))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    return absent.has(error.code) ? [] : null
  }
}

/** Where a public key is published (RFC 6376 section 3.6.2.1). */
interface KeyPlace {
  readonly selector: string
  readonly domain: string
}

const checkDkim = async (resolver: Resolver, place: KeyPlace | null): Promise<DomainCheck> => {
  if (place === null)
    return {
      name: 'dkim',
      host: null,
      outcome: 'unknown',
      record: null,
      words: 'Enter the selector that your email provider gave you to check the key.',
    }
  const host = `${place.selector}._domainkey.${place.domain}`
  const texts = await textsAt(resolver, host)
  return { name: 'dkim', host, ...(texts === null ? noAnswer : readDkim(texts)) }
}

/** A domain without its own record follows the nearest one above it. */
const checkDmarc = async (resolver: Resolver, domain: string): Promise<DomainCheck> => {
  const [own = '', ...above] = dmarcHosts(domain)
  for (const host of [own, ...above]) {
    const texts = await textsAt(resolver, host)
    if (texts === null) return { name: 'dmarc', host, ...noAnswer }
    const found = readDmarc(texts, host !== own)
    if (found.outcome !== 'missing') return { name: 'dmarc', host, ...found }
  }
  return { name: 'dmarc', host: own, ...readDmarc([]) }
}

const checkSpf = async (resolver: Resolver, domain: string): Promise<DomainCheck> => {
  const texts = await textsAt(resolver, domain)
  return { name: 'spf', host: domain, ...(texts === null ? noAnswer : readSpf(texts)) }
}

/** Looks up how a sender’s domain is protected. Never fails because DNS does: then it says so. */
export const checkDomain = (
  resolver: Resolver,
  domain: string,
  key: KeyPlace | null,
): Promise<DomainCheck[]> =>
  Promise.all([checkSpf(resolver, domain), checkDkim(resolver, key), checkDmarc(resolver, domain)])
