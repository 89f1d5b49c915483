import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { ApiError } from '#client/platform/lib/api-error.ts'
import { bodyFrom } from './form-values.ts'
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

test('an error appears below its field in plain words, and the first field gets the focus', async () => {
  const send = vi.fn<(body: Body) => Promise<void>>()
  render(<Sample send={send} />)
  await userEvent.type(screen.getByLabelText('Date of birth'), '02/30/2001')
  await save()
  expect(await screen.findAllByText('Enter student ID.')).toBeTruthy()
  expect(screen.getAllByText('Enter a date as mm/dd/yyyy.').length).toBeGreaterThan(0)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Student ID')))
  expect(send).not.toHaveBeenCalled()
})

test('the body is trimmed, empty text is null, and the extra keys are included', async () => {
  const send = vi.fn<(body: Body) => Promise<void>>(() => Promise.resolve())
  render(<Sample send={send} />)
  await userEvent.type(screen.getByLabelText('Student ID'), ' S1 ')
  await save()
  await waitFor(() => expect(send).toHaveBeenCalledWith({ id: 4, sid: 'S1', dob: null }))
})

test('server errors appear at their fields, unknown keys in the banner, and typed text stays', async () => {
  render(
    <Sample
      send={() => Promise.reject(refusal({ sid: 'The sid has already been taken.', nobody: 'Who?' }))}
    />,
  )
  const sid = screen.getByLabelText<HTMLInputElement>('Student ID')
  await userEvent.type(sid, 'S1')
  await save()
  expect((await screen.findAllByText('This student ID is already in use.')).length).toBeGreaterThan(0)
  expect((await screen.findByRole('alert')).textContent).toBe('Who?')
  expect(sid.value).toBe('S1')
  await waitFor(() => expect(document.activeElement).toBe(sid))
})

test('a failure that isn’t a validation error appears in the banner', async () => {
  const failure = new ApiError({ kind: 'network', message: 'Can’t reach the server.' })
  render(<Sample send={() => Promise.reject(failure)} />)
  await userEvent.type(screen.getByLabelText('Student ID'), 'S1')
  await save()
  expect((await screen.findByRole('alert')).textContent).toBe('Can’t reach the server.')
})

test('an error for a key without a field appears in the banner', async () => {
  render(<Sample send={() => Promise.resolve()} id="x" />)
  await userEvent.type(screen.getByLabelText('Student ID'), 'S1')
  await save()
  expect((await screen.findByRole('alert')).textContent).toBe('Id: Enter a number.')
})

test('the summary moves the focus to the field', async () => {
  render(<Sample send={() => Promise.resolve()} />)
  await save()
  const line = await screen.findByRole('button', { name: /Student ID:/ })
  screen.getByRole('button', { name: 'Save' }).focus()
  await userEvent.click(line)
  expect(document.activeElement).toBe(screen.getByLabelText('Student ID'))
})

test('a body is built the way the server would read it', () => {
  const values = { a: ' x ', b: '', c: { d: '  ' }, e: [' y '], f: undefined, password: ' p ' }
  expect(bodyFrom(values, ['password'])).toEqual({
    a: 'x',
    b: null,
    c: { d: null },
    e: ['y'],
    password: ' p ',
  })
})

const choice = fieldsOf<{ campus: string | null; codes: string[] }>()
const choiceSchema = z.strictObject({
  campus: z.enum(['north']),
  codes: z.array(z.string().check(z.maxLength(3))),
})

const Choices = () => {
  const form = useRecordForm({
    schema: choiceSchema,
    defaults: { campus: null, codes: ['abcdef'] },
    onSubmit: () => Promise.resolve(),
  })
  return (
    <Form form={form}>
      <choice.Select name="campus" label="Campus" options={[{ value: 'north', label: 'North' }]} />
      <choice.Words name="codes" label="Codes" />
      <SubmitButton form={form}>Save</SubmitButton>
    </Form>
  )
}

test('a field with choices says “Choose”, and an error in one of several values is specific', async () => {
  render(<Choices />)
  await save()
  expect(await screen.findByText('Choose campus.')).toBeTruthy()
  expect(screen.getByText('Use 3 characters or fewer. This has 6.')).toBeTruthy()
})
