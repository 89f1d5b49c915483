import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startDnsServer, type DnsServer } from '#server/testing/dns-server.ts'
import { checkDomain } from './check-domain.ts'

let dns: DnsServer
beforeAll(async () => {
  dns = await startDnsServer()
})
afterAll(() => dns.close())
beforeEach(() => {
  for (const name of Object.keys(dns.texts)) Reflect.deleteProperty(dns.texts, name)
})

const outcomes = async (selector: string | null = 'mail') =>
  (
    await checkDomain(
      dns.resolver,
      'mail.example.edu',
      selector === null ? null : { selector, domain: 'mail.example.edu' },
    )
  ).map(({ name, outcome, host }) => [name, outcome, host])

describe('the check of a sender’s domain', () => {
  it('reads its three records, long ones too', async () => {
    dns.texts['mail.example.edu'] = ['v=spf1 include:_spf.example.com -all', 'something else']
    dns.texts['mail._domainkey.mail.example.edu'] = [
      `v=DKIM1; k=ed25519; n=${'x'.repeat(300)}; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=`,
    ]
    dns.texts['_dmarc.mail.example.edu'] = ['v=DMARC1; p=none']
    expect(await outcomes()).toEqual([
      ['spf', 'ok', 'mail.example.edu'],
      ['dkim', 'ok', 'mail._domainkey.mail.example.edu'],
      ['dmarc', 'weak', '_dmarc.mail.example.edu'],
    ])
  })

  it('says what’s missing', async () => {
    expect(await outcomes()).toEqual([
      ['spf', 'missing', 'mail.example.edu'],
      ['dkim', 'missing', 'mail._domainkey.mail.example.edu'],
      ['dmarc', 'missing', '_dmarc.mail.example.edu'],
    ])
  })

  it('follows the record of the domain above it', async () => {
    dns.texts['_dmarc.example.edu'] = ['v=DMARC1; p=reject']
    expect((await outcomes())[2]).toEqual(['dmarc', 'ok', '_dmarc.example.edu'])
  })

  it('looks for no key without a selector', async () => {
    expect((await outcomes(null))[1]).toEqual(['dkim', 'unknown', null])
  })

  it('says so if DNS doesn’t respond, and reads the rest', async () => {
    dns.texts['mail.example.edu'] = null
    dns.texts['_dmarc.mail.example.edu'] = ['v=DMARC1; p=reject']
    const [spf, , dmarc] = await checkDomain(dns.resolver, 'mail.example.edu', null)
    expect(spf).toMatchObject({ outcome: 'unknown', words: expect.stringContaining('DNS didn’t respond') })
    expect(dmarc).toMatchObject({ outcome: 'ok' })
  })
})
