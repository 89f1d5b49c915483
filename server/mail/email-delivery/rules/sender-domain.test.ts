import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { dmarcHosts, readDkim, readDmarc, readSpf } from './sender-domain.ts'

const rsaKey = (bits: number): string =>
  generateKeyPairSync('rsa', { modulusLength: bits })
    .publicKey.export({ type: 'spki', format: 'der' })
    .toString('base64')

describe('SPF', () => {
  it.each([
    [[], 'missing'],
    [['google-site-verification=abc'], 'missing'],
    [['v=spf10 -all'], 'missing'],
    [['other', 'v=spf1 include:_spf.example.com ~all'], 'ok'],
    [['V=SPF1 ip4:192.0.2.0/24 -ALL'], 'ok'],
    [['v=spf1 redirect=_spf.example.com'], 'ok'],
    [['v=spf1 include:_spf.example.com ?all'], 'weak'],
    [['v=spf1 mx'], 'weak'],
    [['v=spf1'], 'weak'],
    [['v=spf1 +all'], 'wrong'],
    [['v=spf1 all'], 'wrong'],
    [['v=spf1 -all', 'v=spf1 ~all'], 'wrong'],
    [['v=spf1 includes:_spf.example.com -all'], 'wrong'],
    [[`v=spf1 ${Array.from({ length: 11 }, (_, n) => `include:s${n}.example.com`).join(' ')} -all`], 'wrong'],
    [[`v=spf1 ${Array.from({ length: 10 }, (_, n) => `include:s${n}.example.com`).join(' ')} -all`], 'ok'],
    [[`v=spf1 ${Array.from({ length: 20 }, (_, n) => `ip4:192.0.2.${n}`).join(' ')} -all`], 'ok'],
  ])('%j is %s', (records, outcome) => {
    const found = readSpf(records)
    expect(found.outcome).toBe(outcome)
    expect(found.record === null).toBe(outcome === 'missing')
  })
})

describe('DKIM', () => {
  it.each([
    ['no record', [], 'missing'],
    ['a good key', [`v=DKIM1; k=rsa; p=${rsaKey(2048)}`], 'ok'],
    ['a key without a version, in parts', [`p=${rsaKey(2048).replace(/(.{100})/g, '$1 ')}`], 'ok'],
    ['a short key', [`v=DKIM1; p=${rsaKey(1024)}`], 'weak'],
    ['an Ed25519 key', ['v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo='], 'ok'],
    ['a test', [`v=DKIM1; t=y; p=${rsaKey(2048)}`], 'weak'],
    ['a revoked key', ['v=DKIM1; p='], 'wrong'],
    ['no key', ['v=DKIM1; k=rsa'], 'wrong'],
    ['half a key', [`v=DKIM1; p=${rsaKey(2048).slice(0, 100)}`], 'wrong'],
    ['another version', [`v=DKIM2; p=${rsaKey(2048)}`], 'wrong'],
  ])('%s', (_, records, outcome) => {
    expect(readDkim(records).outcome).toBe(outcome)
  })
})

describe('DMARC', () => {
  it.each([
    [[], false, 'missing'],
    [['v=DMARC1; p=reject; rua=mailto:a@example.edu'], false, 'ok'],
    [['v=DMARC1;p=quarantine'], false, 'ok'],
    [['v=DMARC1; p=none'], false, 'weak'],
    [['v=DMARC1; p=reject; sp=none'], true, 'weak'],
    [['v=DMARC1; p=none; sp=reject'], true, 'ok'],
    [['v=DMARC1; p=reject'], true, 'ok'],
    [['v=DMARC1; rua=mailto:a@example.edu'], false, 'wrong'],
    [['v=DMARC1; p=all'], false, 'wrong'],
    [['v=DMARC1; p=none', 'v=DMARC1; p=reject'], false, 'wrong'],
    [['v=DMARC10; p=reject'], false, 'missing'],
  ])('%j (of a parent: %s) is %s', (records, isParent, outcome) => {
    expect(readDmarc(records, isParent).outcome).toBe(outcome)
  })

  it('is looked up at the domain and those above it', () => {
    expect(dmarcHosts('mail.insurance.example.edu')).toEqual([
      '_dmarc.mail.insurance.example.edu',
      '_dmarc.insurance.example.edu',
      '_dmarc.example.edu',
    ])
    expect(dmarcHosts('example.edu')).toEqual(['_dmarc.example.edu'])
  })
})
