import { describe, expect, it } from 'vitest'
import { mergeText, prepareText, type MergeValues } from './merge.ts'

const html = '<p>Hello {{student.first_name|there}}, <a href="https://x.example/{{student.sid}}">look</a></p>'
const merge = (values: MergeValues, text: Partial<{ subject: string; html: string; text: string }> = {}) =>
  mergeText(
    prepareText(
      'resume_link',
      { subject: 'To {{student.first_name}}', html, text: null, ...text },
      'For {{student.first_name|you}}',
    ),
    values,
  )

describe('merging', () => {
  it('puts values in the subject, the HTML and the plain text', () => {
    expect(merge({ 'student.first_name': 'Ana', 'student.sid': 'S 1' })).toEqual({
      subject: 'To Ana',
      html: '<p>Hello Ana, <a href="https://x.example/S%201">look</a></p>',
      text: 'For Ana',
      empty: [],
    })
  })

  it('uses fallbacks, and names the fields that stay empty', () => {
    expect(merge({})).toEqual({
      subject: 'To',
      html: '<p>Hello there, <a href="https://x.example/">look</a></p>',
      text: 'For you',
      empty: ['student.first_name', 'student.sid'],
    })
  })

  it('escapes values in the HTML and keeps their lines', () => {
    expect(merge({ 'student.first_name': '<b>&"\'\nB', 'student.sid': '"/><' }).html).toBe(
      '<p>Hello &lt;b&gt;&amp;&quot;&#39;<br>B, <a href="https://x.example/%22%2F%3E%3C">look</a></p>',
    )
  })

  it('substitutes once', () => {
    const values = { 'student.first_name': '{{student.sid}}', 'student.sid': 'secret' }
    expect(merge(values, { html: '<p>{{student.first_name}}</p>' })).toMatchObject({
      subject: 'To {{student.sid}}',
      html: '<p>{{student.sid}}</p>',
      text: 'For {{student.sid}}',
    })
  })

  it('keeps a subject on one line, without control characters', () => {
    const { subject } = merge({ 'student.first_name': 'Ana\r\nBcc: x@y.example\u0000\u202Eevil' })
    expect(subject).toBe('To Ana Bcc: x@y.example evil')
  })

  it('makes links of link fields, only to web addresses', () => {
    const linked = { html: '<p>{{link.address}}</p>' }
    expect(merge({ 'link.address': 'https://a.example/?x=1&y="' }, linked).html).toBe(
      '<p><a href="https://a.example/?x=1&amp;y=&quot;">https://a.example/?x=1&amp;y=&quot;</a></p>',
    )
    expect(merge({ 'link.address': 'javascript:alert(1)' }, linked).html).toBe('<p>javascript:alert(1)</p>')
  })

  it('reads fields by their older names', () => {
    expect(merge({ 'student_period.program': 'Nursing' }, { html: '<p>{{student.program}}</p>' }).html).toBe(
      '<p>Nursing</p>',
    )
  })

  it('takes values from the object only', () => {
    expect(merge({}, { html: '<p>{{x.constructor}}</p>' }).empty).toContain('x.constructor')
  })
})
