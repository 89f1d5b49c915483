import { describe, expect, it } from 'vitest'
import { isWebAddress, richTextAttributes, richTextClasses, richTextTags } from './rich-text.ts'

describe('rich text', () => {
  it('holds exactly what the toolbar makes', () => {
    expect([...richTextTags].sort()).toEqual(
      ['p', 'br', 'h2', 'h3', 'strong', 'em', 'u', 's', 'ol', 'ul', 'li', 'blockquote', 'a'].sort(),
    )
    expect(richTextClasses).toEqual(['align-center', 'align-right'])
    expect(richTextAttributes).toEqual({ a: ['href'], p: ['class'], h2: ['class'], h3: ['class'] })
  })
})

describe('an address', () => {
  it.each([
    'http://example.com',
    'https://example.com/a?b=1#c',
    'ftp://files.example.org/x',
    'http://8.8.8.8',
    'HTTP://EXAMPLE.COM',
    'http://user:pw@example.com/',
    'http://example.com:8080/x',
    'http://münchen.de/',
    'https://xn--e1afmkfd.xn--p1ai/',
    'https://sub.domain.example.museum/a-b_c~d(e)',
  ])('may be %s', (text) => expect(isWebAddress(text)).toBe(true))

  it.each([
    'www.example.com',
    '//example.com',
    'ftps://a.com',
    'mailto:a@b.co',
    'tel:1',
    'javascript:alert(1)',
    'data:text/html,x',
    'http://localhost',
    'http://127.0.0.1/',
    'http://10.0.0.1',
    'http://192.168.1.1/',
    'http://172.16.0.1/',
    'http://172.31.255.255/',
    'http://169.254.169.254/latest',
    'http://0.0.0.0/',
    'http://256.1.1.1/',
    'https://example.com?b=1',
    ' http://example.com',
    'http://example.com/a b',
    'http://example.com.',
    'http://example.c',
    'http://example.com:8/',
    'http://example.com\\@evil.example/',
    'http://exa\u0000mple.com/',
    'java\nscript:alert(1)',
    `http://example.com/${'a'.repeat(2000)}`,
    '',
  ])('is not %j', (text) => expect(isWebAddress(text)).toBe(false))

  it('is judged in no time, whatever it is', () => {
    const started = Date.now()
    for (const text of [`http://${'a.'.repeat(900)}!`, `http://${'a@'.repeat(900)}`, 'http://'.repeat(280)])
      expect(isWebAddress(text)).toBe(false)
    expect(Date.now() - started).toBeLessThan(500)
  })
})
