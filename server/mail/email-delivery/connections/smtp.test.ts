import { generateKeyPairSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import PostalMime from 'postal-mime'
import { describe, expect, it } from 'vitest'
import { readSettings } from '#server/platform/lib/env.ts'
import { compose, type Envelope } from './smtp.ts'

const anEmail: Envelope = {
  messageId: '<1.abc@mail.example>',
  from: { name: 'Lakeside Insurance Office', address: 'insurance@mail.example' },
  to: { name: 'Ana Lopez', address: 'ana@campus.example' },
  replyTo: 'ask@lakeside.example',
  subject: 'Your waiver was approved',
  text: 'Hello Ana',
  html: '<p>Hello Ana</p>',
  date: new Date('2026-11-20T15:00:00Z'),
  dkim: null,
}
const parse = async (email: Envelope) => PostalMime.parse(await compose(email))
/** The names of all headers, in the order of the message. */
const namesOf = async (email: Envelope) => (await parse(email)).headers.map(({ key }) => key)

describe('a message', () => {
  it('has a plain part and an HTML part, and the headers that say who sent it', async () => {
    const parsed = await parse(anEmail)
    expect(parsed).toMatchObject({
      from: { name: 'Lakeside Insurance Office', address: 'insurance@mail.example' },
      to: [{ name: 'Ana Lopez', address: 'ana@campus.example' }],
      replyTo: [{ address: 'ask@lakeside.example' }],
      subject: 'Your waiver was approved',
      messageId: '<1.abc@mail.example>',
      date: '2026-11-20T15:00:00.000Z',
      text: expect.stringMatching(/^Hello Ana\s*$/),
      html: expect.stringMatching(/^<p>Hello Ana<\/p>\s*$/),
      attachments: [],
    })
    const valueOf = (name: string) => parsed.headers.find(({ key }) => key === name)?.value
    expect(valueOf('content-type')).toMatch(/^multipart\/alternative;/)
    expect(valueOf('auto-submitted')).toBe('auto-generated')
    expect(valueOf('mime-version')).toBe('1.0')
    expect(parsed.headers.filter(({ key }) => key === 'to')).toHaveLength(1)
  })

  it('has one part if there’s no HTML', async () => {
    const parsed = await parse({ ...anEmail, html: null })
    expect(parsed.html).toBeUndefined()
    expect(parsed.headers.find(({ key }) => key === 'content-type')?.value).toMatch(/^text\/plain/)
  })

  it('keeps every line within 998 bytes, whatever the HTML is', async () => {
    const raw = await compose({ ...anEmail, html: `<p>${'x'.repeat(200_000)}</p>`, text: 'é'.repeat(5000) })
    const longest = Math.max(
      ...raw
        .toString('latin1')
        .split('\r\n')
        .map((line) => line.length),
    )
    expect(longest).toBeLessThanOrEqual(998)
    expect((await PostalMime.parse(raw)).text?.trim()).toBe('é'.repeat(5000))
  })
})

const hostileTexts = [
  'Ana\r\nBcc: victim@other.example',
  'Ana\nBcc: victim@other.example\n\nforged body',
  'Ana\rX-Evil: 1',
  'Ana\u0000\u0007\u001B[31m',
  'Ana\u2028Bcc: victim@other.example',
  'Ana\u0085Bcc: victim@other.example',
  '"Ana" <victim@other.example>',
  'Ana <victim@other.example>, "Bo" <bo@other.example>',
  'Ana (comment), Group: a@b.example, c@d.example;',
  '=?utf-8?B?QmNjOiB2aWN0aW1Ab3RoZXIuZXhhbXBsZQ==?=',
  '=?utf-8?Q?=0D=0ABcc:_victim=40other.example?=',
  'Ana\u202Eelpmaxe\u202C\u2066x\u2069',
  '\uD800Ana',
  'عائشة بنت محمد',
  '陳大文 👩🏽‍🎓',
  '\\"Ana\\',
  ';,:@<>()[]',
  'a'.repeat(20_000),
  'é'.repeat(3000),
  ' ',
]
const cases = hostileTexts.map((text) => [text.slice(0, 40), text] as const)

describe('a hostile text changes nothing but itself', () => {
  it.each(cases)('%j', async (_, text) => {
    const usual = await namesOf(anEmail)
    const raw = await compose({
      ...anEmail,
      subject: text,
      to: { ...anEmail.to, name: text },
      from: { ...anEmail.from, name: text },
    })
    const parsed = await PostalMime.parse(raw)
    const names = parsed.headers.map(({ key }) => key)
    // a subject of spaces only is left out
    expect(names).toEqual(text.trim() === '' ? usual.filter((name) => name !== 'subject') : usual)
    expect(parsed.to?.map(({ address }) => address)).toEqual(['ana@campus.example'])
    expect(parsed.from?.address).toBe('insurance@mail.example')
    expect([parsed.cc, parsed.bcc]).toEqual([undefined, undefined])
    expect(parsed.text?.trim()).toBe('Hello Ana')
    const head = raw.toString('latin1').split('\r\n\r\n')[0] ?? ''
    expect(head.split('\r\n').every((line) => /^([\w-]+:( |$)|[ \t])/.test(line) && line.length <= 998)).toBe(
      true,
    )
    expect(head).not.toMatch(/[^\r\n\t\x20-\x7e]/)
    expect(parsed.subject ?? '').not.toMatch(/[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u)
  })

  it.each([
    'ana@campus.example\r\nBcc: victim@other.example',
    'ana@campus.example, victim@other.example',
    'Ana <ana@campus.example>',
    '"ana"@campus.example',
    'ana@campus.example\u0000',
    'ana',
    '',
  ])('the address %j is refused', async (address) => {
    await expect(compose({ ...anEmail, to: { name: 'Ana', address } })).rejects.toThrow('one email address')
    await expect(compose({ ...anEmail, replyTo: address })).rejects.toThrow('one email address')
  })
})

const newKey = (modulusLength = 2048) =>
  generateKeyPairSync('rsa', {
    modulusLength,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
const { publicKey, privateKey } = newKey()
const dkim = { domain: 'mail.example', selector: 'ship2026', key: privateKey }

/** Verifies a message with a library that shares nothing with the one that signed it. */
const verify = async (raw: Buffer) => {
  const { results } = await dkimVerify(raw, {
    resolver: async (name: string) => {
      expect(name).toBe('ship2026._domainkey.mail.example')
      return [[`v=DKIM1; k=rsa; p=${publicKey.toString('base64')}`]]
    },
  })
  return results.map(({ status }) => status.result)
}

describe('a DKIM signature', () => {
  it('is verified by another library', async () => {
    expect(await verify(await compose({ ...anEmail, dkim }))).toEqual(['pass'])
    expect(await verify(await compose({ ...anEmail, dkim, html: null, text: 'Ünïcode\n\n\n' }))).toEqual([
      'pass',
    ])
  })

  it.each(cases)('holds with the text %j', async (_, text) => {
    const raw = await compose({ ...anEmail, dkim, subject: text, to: { ...anEmail.to, name: text }, text })
    expect(await verify(raw)).toEqual(['pass'])
  })

  it.each([
    ['the text', 'Hello Ana', 'Hello Bo!'],
    ['the subject', 'approved', 'declined'],
    ['the recipient', 'ana@campus', 'bob@campus'],
    ['the sender', 'Lakeside Insurance', 'Seaside1 Insurance'],
    ['the reply address', 'ask@lakeside', 'ask@seasidee'],
  ])('doesn’t hold once %s is changed', async (_, before, after) => {
    const raw = (await compose({ ...anEmail, dkim })).toString('latin1')
    expect(raw).toContain(before)
    const [result] = await verify(Buffer.from(raw.replaceAll(before, after), 'latin1'))
    expect(result).not.toBe('pass')
  })

  it('is missing without a key', async () => {
    expect(await namesOf(anEmail)).not.toContain('dkim-signature')
    expect(await namesOf({ ...anEmail, dkim })).toContain('dkim-signature')
  })
})

describe('the settings of DKIM', () => {
  const whole = {
    SMTP_URL: 'smtp://localhost',
    EMAIL_FROM: 'insurance@mail.example',
    DKIM_DOMAIN: 'mail.example',
    DKIM_SELECTOR: 'ship2026',
    DKIM_KEY: privateKey,
  }
  const file = join(tmpdir(), `dkim-${process.pid}.pem`)
  writeFileSync(file, privateKey)

  it.each([
    ['PEM', privateKey],
    ['PEM on one line', privateKey.replaceAll('\n', String.raw`\n`)],
    ['a path', file],
  ])('take the key as %s', async (_, DKIM_KEY) => {
    const settings = readSettings({ ...whole, DKIM_KEY })
    expect(await verify(await compose({ ...anEmail, dkim: settings.dkim }))).toEqual(['pass'])
  })

  const elliptic = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' })
  it.each([
    [{ DKIM_KEY: '' }, 'DKIM needs all three: DKIM_DOMAIN, DKIM_SELECTOR and DKIM_KEY.'],
    [{ DKIM_DOMAIN: '' }, 'DKIM needs all three'],
    [{ DKIM_KEY: '/nowhere/key.pem' }, 'DKIM_KEY must be an RSA private key in PEM form, or the path of'],
    [{ DKIM_KEY: privateKey.slice(0, 200) }, 'DKIM_KEY must be an RSA private key'],
    [{ DKIM_KEY: String(elliptic) }, 'It isn’t an RSA key.'],
    [{ DKIM_KEY: newKey(512).privateKey }, 'It has fewer than 1024 bits.'],
    [{ DKIM_DOMAIN: 'mail.example; x=1' }, 'DKIM_DOMAIN must be a domain.'],
    [{ DKIM_SELECTOR: 'a b' }, 'DKIM_SELECTOR must be a name like mail2026.'],
    [{ DKIM_DOMAIN: 'other.example' }, 'DKIM_DOMAIN must be the domain of EMAIL_FROM, or a parent of it.'],
    [{ DKIM_DOMAIN: 'ail.example' }, 'DKIM_DOMAIN must be the domain of EMAIL_FROM, or a parent of it.'],
  ])('are refused with a sentence: %j', (wrong, sentence) => {
    expect(() => readSettings({ ...whole, ...wrong })).toThrow(sentence)
  })

  it('can name a parent of the sender’s domain', () =>
    expect(readSettings({ ...whole, DKIM_DOMAIN: 'Example' }).dkim?.domain).toBe('Example'))
})
