import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { ApiError } from '#client/lib/api-error.ts'
import { bodyFrom, inWordsOf } from './form-values.ts'
import { fieldsOf } from './fields.ts'
import { Form, FormSummary, SubmitButton } from './form.tsx'
import { useRecordForm } from './use-record-form.ts'

const f = fieldsOf<{ sid: string; dob: string }>()

const schema = z.strictObject({
  id: z.int(),
  sid: z.string().check(z.minLength(1, 'The :attribute field is required.')),
  dob: z.nullable(
    z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, 'The :attribute field must be a valid date.')),
  ),
})
type Body = z.input<typeof schema>

const Sample = ({ send, id = 4 }: { send: (body: Body) => Promise<unknown>; id?: unknown }) => {
  const form = useRecordForm({ schema, defaults: { sid: '', dob: '' }, extra: { id }, onSubmit: send })
  return (
    <Form form={form}>
      <FormSummary />
      <f.Text name="sid" label="Student ID" />
      <f.Date name="dob" label="Date of birth" />
      <SubmitButton form={form}>Save</SubmitButton>
    </Form>
  )
}

const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }))
const refusal = (fieldErrors: Record<string, string>, message = 'no') =>
  new ApiError({ kind: 'invalid', message, fieldErrors })

test('what is wrong stands under its field in the form’s words, and the first takes the focus', async () => {
  const send = vi.fn<(body: Body) => Promise<void>>()
  render(<Sample send={send} />)
  await userEvent.type(screen.getByLabelText('Date of birth'), '02/30/2001')
  await save()
  expect(await screen.findAllByText('The student ID field is required.')).toBeTruthy()
  expect(screen.getAllByText('The date of birth field must be a valid date.').length).toBeGreaterThan(0)
  expect(document.activeElement).toBe(screen.getByLabelText('Student ID'))
  expect(send).not.toHaveBeenCalled()
})

test('the body is trimmed, empty text is null, and the extra keys go along', async () => {
  const send = vi.fn<(body: Body) => Promise<void>>(() => Promise.resolve())
  render(<Sample send={send} />)
  await userEvent.type(screen.getByLabelText('Student ID'), ' S1 ')
  await save()
  await waitFor(() => expect(send).toHaveBeenCalledWith({ id: 4, sid: 'S1', dob: null }))
})

test('server errors land on their fields, unknown keys in the banner, and what was typed stays', async () => {
  render(
    <Sample
      send={() => Promise.reject(refusal({ sid: 'The sid has already been taken.', nobody: 'Who?' }))}
    />,
  )
  const sid = screen.getByLabelText<HTMLInputElement>('Student ID')
  await userEvent.type(sid, 'S1')
  await save()
  expect((await screen.findAllByText('The student ID has already been taken.')).length).toBeGreaterThan(0)
  expect((await screen.findByRole('alert')).textContent).toBe('Who?')
  expect(sid.value).toBe('S1')
  expect(document.activeElement).toBe(sid)
})

test('a failure that is no validation stands in the banner', async () => {
  const failure = new ApiError({ kind: 'network', message: 'The server cannot be reached.' })
  render(<Sample send={() => Promise.reject(failure)} />)
  await userEvent.type(screen.getByLabelText('Student ID'), 'S1')
  await save()
  expect((await screen.findByRole('alert')).textContent).toBe('The server cannot be reached.')
})

test('a key that no field shows is said in the banner, not swallowed', async () => {
  render(<Sample send={() => Promise.resolve()} id="x" />)
  await userEvent.type(screen.getByLabelText('Student ID'), 'S1')
  await save()
  expect((await screen.findByRole('alert')).textContent).toContain('id')
})

test('the summary leads to the field', async () => {
  render(<Sample send={() => Promise.resolve()} />)
  await save()
  const line = await screen.findByRole('button', { name: /Student ID:/ })
  screen.getByRole('button', { name: 'Save' }).focus()
  await userEvent.click(line)
  expect(document.activeElement).toBe(screen.getByLabelText('Student ID'))
})

test('a body is made as the server would read it', () => {
  const values = { a: ' x ', b: '', c: { d: '  ' }, e: [' y '], f: undefined, password: ' p ' }
  expect(bodyFrom(values, ['password'])).toEqual({
    a: 'x',
    b: null,
    c: { d: null },
    e: ['y'],
    password: ' p ',
  })
})

test.each([
  ['The sid field is required.', 'sid', 'Student ID', 'The student ID field is required.'],
  ['The ssn has already been taken.', 'ssn', 'SSN', 'The SSN has already been taken.'],
  ['The starts on field is required.', 'starts_on', 'Starts', 'The starts field is required.'],
  ['Something else.', 'sid', undefined, 'Something else.'],
])('%s → in the words of the form', (message, field, label, words) => {
  expect(inWordsOf(message, field, label)).toBe(words)
})
