import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { authTexts } from '#contract/accounts/auth/texts.ts'
import { charge, day, emailAddress, phone, text, zip } from '#contract/platform/fields.ts'
import {
  fieldErrorsOf,
  problems,
  texts,
  textFor,
  validationText,
  type ProblemCode,
} from '#contract/platform/problem.ts'
import { address } from '#contract/setup/period-documents/plans.ts'
import { failureText, shownText } from './shown-texts.ts'

/** Returns the wire message for a value and the sentence a form shows for it. */
const said = (schema: z.ZodMiniType, value: unknown, label = 'Annual premium') => {
  const parsed = z.safeParse(
    z.strictObject({ premium: schema }),
    { premium: value },
    { error: validationText },
  )
  if (parsed.success) throw new Error('It passed.')
  const wire = fieldErrorsOf(parsed.error.issues)['premium']?.[0] ?? ''
  return { wire, shown: shownText({ message: wire, field: 'premium', label, value }) }
}

describe('a validation message', () => {
  it.each([
    [text(120), 'x'.repeat(10_000), 'Use 120 characters or fewer. This has 10,000.'],
    [text(), null, 'Enter annual premium.'],
    [charge, 'abc', 'Enter an amount like 1,234.50.'],
    [charge, '-5', 'Annual premium can’t be negative.'],
    [address, 'www.example.com', 'Start the address with https://.'],
    [address, 'https://', 'Enter a web address, for example https://www.example.com.'],
    [day, '02/30/2026', 'Enter a date as mm/dd/yyyy.'],
    [emailAddress, 'nobody', 'Enter an email address, for example name@school.edu.'],
    [zip, '1', 'Enter a ZIP code as 12345 or 12345-6789.'],
    [phone, '1', 'Enter a 10-digit phone number, or a number that starts with + and the country code.'],
    [z.enum(['a', 'b']), 'c', 'Choose annual premium from the list.'],
    [z.int(), 1.5, 'Enter a whole number.'],
    [z.number().check(z.maximum(2000)), 3000, 'Enter 2,000 or less.'],
    [z.string().check(z.minLength(8)), 'x', 'Use at least 8 characters.'],
    [z.array(z.string()).check(z.minLength(1)), [], 'Add at least 1 item.'],
  ])('from the wire is shown as a sentence', (schema, value, sentence) => {
    const { wire, shown } = said(schema, value)
    expect(wire).toMatch(/^The (selected )?premium /)
    expect(shown).toBe(sentence)
  })

  it.each(Object.values(texts))('has its own sentence: %s', (template) => {
    const message = textFor(template, 'dependents.0.first_name')
    const shown = shownText({ message, field: 'dependents.0.first_name' })
    expect(shown).not.toMatch(/^The .* (field|selected)|dependents|_/)
    expect(shown).not.toBe(message)
  })

  it('uses the field’s label, and says “Choose” for fields with choices', () => {
    const required = { message: 'The sid field is required.', field: 'sid' }
    expect(shownText({ ...required, label: 'Student ID' })).toBe('Enter student ID.')
    expect(shownText({ ...required, label: 'SSN' })).toBe('Enter SSN.')
    expect(shownText({ ...required, label: 'Campus', isChoice: true })).toBe('Choose campus.')
    expect(shownText(required)).toBe('Enter sid.')
    expect(shownText({ message: 'The file field is required.', field: 'file' })).toBe('Choose a file.')
  })

  it('about the student whose record is open says that they’re gone, not to choose them', () => {
    const message = textFor(texts.selected, 'student_id')
    expect(shownText({ message, field: 'student_id' })).toBe(
      'This student was removed, or you don’t have access to them anymore.',
    )
  })

  it('that is already a sentence doesn’t change', () => {
    expect(shownText({ message: 'The policy year must end after it starts.', field: 'ends_on' })).toBe(
      'The policy year must end after it starts.',
    )
  })

  it.each(Object.entries(authTexts))('from the sign-in is never shown: %s', (_, template) => {
    const message = template.replace(':n', '42')
    const shown = shownText({ message, field: 'email' })
    expect(shown).not.toBe(message)
    expect(shown).not.toMatch(/invalid|provided|login/)
  })
})

const failed = (more: Partial<Parameters<typeof failureText>[0]>) =>
  failureText({ code: undefined, message: undefined, fieldErrors: {}, retryAfter: undefined, ...more })

describe('a failure', () => {
  const fixed: readonly ProblemCode[] = [
    'unauthenticated',
    'forbidden',
    'not_found',
    'method_not_allowed',
    'token_mismatch',
    'invalid',
    'password_confirmation_required',
    'too_many',
    'server_error',
    'already_signed_in',
  ]

  it.each(fixed)('with the code %s is shown as a sentence', (code) => {
    const { message } = problems[code]
    expect(failed({ code, message })).not.toBe(message)
    expect(failed({ code })).not.toBe(message)
  })

  it('of the server says that nothing changed, whatever its body was', () => {
    const sentence = 'Something went wrong on the server. Nothing changed. Try again.'
    expect(failed({ code: 'server_error', message: 'Server Error' })).toBe(sentence)
    expect(failed({})).toBe(sentence)
  })

  it('says how long to wait', () => {
    const tooMany = { code: 'too_many', message: 'Too Many Attempts.' }
    expect(failed({ ...tooMany, retryAfter: 42 })).toBe('Too many attempts. Try again in 42 seconds.')
    expect(failed({ ...tooMany, retryAfter: 1 })).toBe('Too many attempts. Try again in 1 second.')
    expect(failed(tooMany)).toBe('Too many attempts. Wait a moment and try again.')
  })

  it('keeps a message that says more than its code', () => {
    const message = 'Only the author or a Shipmate Admin can change this note.'
    expect(failed({ code: 'forbidden', message })).toBe(message)
    expect(failed({ code: 'in_use', message: 'In use by 3 students.' })).toBe('In use by 3 students.')
  })

  it('with several fields names the first and counts the others', () => {
    const sid = 'The sid has already been taken.'
    const dob = 'The dob field must be a valid date.'
    expect(failed({ code: 'invalid', fieldErrors: { sid } })).toBe('This sid is already in use.')
    expect(failed({ code: 'invalid', fieldErrors: { sid, dob } })).toBe(
      'This sid is already in use. Also fix 1 more field.',
    )
    expect(failed({ code: 'invalid', fieldErrors: { sid, dob, zip: 'x' } })).toBe(
      'This sid is already in use. Also fix 2 more fields.',
    )
  })
})
