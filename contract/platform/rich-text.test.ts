import { describe, expect, it } from 'vitest'
import {
  documentMention,
  fieldMention,
  isWebAddress,
  isAllowedLink,
  mentionedIn,
  mentionedStudent,
  richTextAttributes,
  richTextClasses,
  richTextTags,
} from './rich-text.ts'

describe('rich text', () => {
  it('allows exactly what the toolbar creates', () => {
    expect([...richTextTags].sort()).toEqual(
      ['p', 'br', 'h2', 'h3', 'strong', 'em', 'u', 's', 'ol', 'ul', 'li', 'blockquote', 'a'].sort(),
    )
    expect(richTextClasses).toEqual(['align-center', 'align-right'])
    expect(richTextAttributes).toEqual({ a: ['href'], p: ['class'], h2: ['class'], h3: ['class'] })
  })
})

describe('a link address', () => {
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
  ])('can be %s', (text) => expect(isWebAddress(text)).toBe(true))

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
  ])('can’t be %j', (text) => expect(isWebAddress(text)).toBe(false))

  it('is checked quickly, no matter how long it is', () => {
    const started = Date.now()
    for (const text of [`http://${'a.'.repeat(900)}!`, `http://${'a@'.repeat(900)}`, 'http://'.repeat(280)])
      expect(isWebAddress(text)).toBe(false)
    expect(Date.now() - started).toBeLessThan(500)
  })
})

describe('a mention', () => {
  it.each([
    [fieldMention(7, 'overview', 'city'), '/student/7/overview#field-city'],
    [
      fieldMention(7, { period: 3, screen: 'info' }, 'program'),
      '/student/7/policy-years/3/info#field-program',
    ],
    [
      fieldMention(7, { period: 3, screen: 'insurance-details' }, 'medical_waive_insurance_address_1'),
      '/student/7/policy-years/3/insurance-details#field-medical_waive_insurance_address_1',
    ],
    [documentMention(7, 12), '/student/7/documents#document-12'],
  ])('can link to %s', (made, address) => {
    expect(made).toBe(address)
    expect(mentionedStudent(address)).toBe(7)
    expect([isAllowedLink(address, 7), isAllowedLink(address, 8), isAllowedLink(address)]).toEqual([
      true,
      false,
      false,
    ])
    expect(isWebAddress(address)).toBe(false)
  })

  it.each([
    '//evil',
    '//evil.example/student/7/overview#field-city',
    String.raw`/\evil`,
    String.raw`\student\7\overview#field-city`,
    '/logout',
    '/',
    '',
    '#field-city',
    'student/7/overview#field-city',
    './student/7/overview#field-city',
    '/student/7',
    '/student/7/overview',
    '/student/7/overview#',
    '/student/7/overview#field-',
    '/student/7/overview#field-City',
    '/student/7/overview#field-city"onclick',
    '/student/7/overview#document-1',
    '/student/7/overview?x=1#field-city',
    '/student/7/../../logout#field-city',
    '/student/7/notes#field-city',
    '/student/7/history#field-city',
    '/student/07/overview#field-city',
    '/student/0/overview#field-city',
    '/student/7x/overview#field-city',
    '/student/1234567890123456/overview#field-city',
    '/student/7/documents#document-x',
    '/student/7/documents#document-0',
    '/student/7/policy-years/info#field-program',
    '/student/7/policy-years/3/form-submissions#field-program',
    ' /student/7/overview#field-city',
    '/student/7/overview#field-city ',
    '/student/7/overview#field-city\n',
    '/\tstudent/7/overview#field-city',
    '/api/students/7',
    'https:/student/7/overview#field-city',
    'javascript:/student/7/overview#field-city',
    `/student/7/overview#field-${'a'.repeat(70)}`,
  ])('can’t link to %j', (address) => {
    expect(mentionedStudent(address)).toBeNull()
    expect(isAllowedLink(address, 7)).toBe(false)
  })

  it('names a field or a document', () => {
    expect(mentionedIn('field-program')).toEqual({ kind: 'field', name: 'program' })
    expect(mentionedIn('document-12')).toEqual({ kind: 'document', name: '12' })
    for (const hash of ['', 'field-', 'other-1', 'field-a"]', 'field-a b'])
      expect(mentionedIn(hash)).toBeNull()
  })
})
