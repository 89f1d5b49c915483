import * as z from 'zod/mini'
import { ApiError } from '#client/platform/lib/api-error.ts'
import type { Specimen } from '../styles/specimen.ts'
import { fieldsOf } from './fields.ts'
import { Form, FormSection, FormSummary, SubmitButton } from './form.tsx'
import { useRecordForm } from './use-record-form.ts'

const f = fieldsOf<z.input<typeof schema>>()

const required = z.string().check(z.minLength(1, 'The :attribute field is required.'))
const schema = z.strictObject({
  first_name: required,
  sid: required,
  dob: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, 'The :attribute field must be a valid date.')),
  state: z.nullable(z.string()),
  include_dependents: z.boolean(),
})

const states = [
  { value: 'FL', label: 'Florida' },
  { value: 'ME', label: 'Maine' },
]

const refuse = () =>
  Promise.reject(
    new ApiError({
      kind: 'invalid',
      message: 'The sid has already been taken.',
      fieldErrors: { sid: 'The sid has already been taken.', nobody: 'The nobody field is not known.' },
    }),
  )

const Whole = () => {
  const form = useRecordForm({
    schema,
    defaults: { first_name: 'Victor', sid: '', dob: '', state: null, include_dependents: false },
    onSubmit: refuse,
  })
  return (
    <Form form={form} className="w-full">
      <FormSummary />
      <FormSection title="Person" why="As in the university’s records.">
        <f.Text name="first_name" label="First name" required width="third" />
        <f.Text name="sid" label="Student ID" required width="third" />
        <f.Date name="dob" label="Date of birth" kind="birth" width="third" />
        <f.Select name="state" label="State" options={states} emptyLabel="No value" width="third" />
        <f.Checkbox name="include_dependents" label="Wants dependent coverage" />
      </FormSection>
      <SubmitButton form={form} className="self-end">
        Save changes
      </SubmitButton>
    </Form>
  )
}

export const specimen: Specimen = { title: 'Form', Component: Whole }
