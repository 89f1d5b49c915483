import { describe, expect, it } from 'vitest'
import { checkEmailText, checkTemplate } from './check.ts'
import { mergeFieldsOf, templateKindNames } from '#contract/setup/schools/email-kinds.ts'

const text = (html: string, subject = 'Subject') => ({ subject, html, text: null })
const codes = (html: string) =>
  checkEmailText('waiver_declined', text(html)).map(({ code, level }) => [code, level])

describe('the check of an email', () => {
  it('finds nothing in a good text', () => {
    expect(
      codes('<p>Hello {{student.first_name}}, <a href="https://school.example/waive">waive</a></p>'),
    ).toEqual([])
  })

  it.each([
    '{{student.ssn}}',
    '{{student.dob}}',
    '{{link.address}}',
    '{{student_period.comments}}',
    '{{oops}}',
  ])('refuses %s', (token) => {
    expect(codes(`<p>${token}</p>`)).toEqual([['unknown_field', 'error']])
  })

  it('offers the present name of a field that moved', () => {
    expect(checkEmailText('waiver_declined', text('<p>{{student.program|none}}</p>'))).toMatchObject([
      { code: 'older_field', piece: '{{student.program|none}}', fix: '{{student_period.program|none}}' },
    ])
  })

  it('warns of a field that can be empty, unless it has a fallback', () => {
    expect(codes('<p>{{student.city}} {{student.city}}</p>')).toEqual([['no_fallback', 'warning']])
    expect(codes('<p>{{student.city|your city}}</p>')).toEqual([])
  })

  it('warns of links that lead nowhere and images without a description', () => {
    expect(codes('<p><a href="http://localhost/x">x</a></p>')).toEqual([['bad_link', 'warning']])
    expect(codes('<p><img src="/media/a.png" alt=""></p>')).toEqual([['no_image_description', 'warning']])
    expect(codes('<p><img src="/media/a.png" alt="Logo"></p>')).toEqual([])
  })

  it('looks at the subject, the plain text and every language', () => {
    const found = checkTemplate('waiver_declined', {
      subject: '{{a.b}}',
      html: '<p>x</p>',
      text: '{{a.c}}',
      translations: { es: { subject: 's', html: '<p>{{a.d}}</p>', text: null } },
    })
    expect(found.map(({ language, part, piece }) => [language, part, piece])).toEqual([
      ['en', 'subject', '{{a.b}}'],
      ['en', 'text', '{{a.c}}'],
      ['es', 'html', '{{a.d}}'],
    ])
  })
})

describe('the merge fields', () => {
  it('never include SSNs, birth dates or what only staff see', () => {
    const names = templateKindNames.flatMap((kind) => mergeFieldsOf(kind)).map(({ name }) => name)
    expect(names).toContain('student.first_name')
    expect(names).toContain('student_period.medical_status')
    expect(names.filter((name) => /ssn|dob|fee|premium|_id$/.test(name))).toEqual([])
  })

  it('of account emails are about the user only', () => {
    expect(mergeFieldsOf('password_changed').map(({ name }) => name)).toEqual([
      'user.first_name',
      'user.last_name',
      'user.email',
    ])
  })
})
