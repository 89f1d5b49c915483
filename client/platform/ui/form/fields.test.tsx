import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { fieldsOf } from './fields.ts'
import { Form } from './form.tsx'
import { useRecordForm } from './use-record-form.ts'

interface Values {
  title: string
  links: { key: string; label: string; tags: { key: string; word: string }[] }[]
}

const f = fieldsOf<Values, 'title'>()

test('a name the form doesn’t have doesn’t compile, also in lists, and a label is required', () => {
  const fields = (index: number) => (
    <>
      <f.Text name="title" label="Title" />
      <f.Text name={`links.${index}.label`} label="Label" />
      <f.Text name={`links.${index}.tags.${index}.word`} label="Word" />
      {/* @ts-expect-error: this field doesn't exist */}
      <f.Text name="titel" label="Title" />
      {/* @ts-expect-error: nor in the items of a list */}
      <f.Text name={`links.${index}.lable`} label="Label" />
      {/* @ts-expect-error: nor in a list within a list */}
      <f.Text name={`links.${index}.tags.${index}.words`} label="Word" />
      {/* @ts-expect-error: the form has no label for this field */}
      <f.Text name={`links.${index}.label`} />
      {/* @ts-expect-error: this width doesn't exist */}
      <f.Text name="title" width="enormous" />
      {/* @ts-expect-error: this isn't a list */}
      <f.List name="title" one="link" none="" empty={() => ({ key: '', label: '', tags: [] })}>
        {() => null}
      </f.List>
      {/* @ts-expect-error: an item of another shape */}
      <f.List name="links" one="link" none="" empty={() => ({ key: '' })}>
        {() => null}
      </f.List>
    </>
  )
  expect(fields).toBeTypeOf('function')
})

const Sample = () => {
  const form = useRecordForm({
    schema: z.strictObject({ title: z.string() }),
    defaults: { title: 'Hello', links: [] },
    onSubmit: () => Promise.resolve(),
  })
  return (
    <Form form={form} names={{ title: 'Name of the page' }}>
      <f.Text name="title" width="half" />
    </Form>
  )
}

test('a field takes its value, its default label and its width by name from the form around it', () => {
  render(<Sample />)
  const input = screen.getByLabelText<HTMLInputElement>('Name of the page')
  expect(input.value).toBe('Hello')
  expect(input.closest('[data-field]')?.className).toContain('sm:col-span-3')
})

const Phones = ({ country, home = '' }: { country: string | null; home?: string }) => {
  const form = useRecordForm({
    schema: z.strictObject({ home: z.string(), office: z.string(), country: z.nullable(z.string()) }),
    defaults: { home, office: '', country },
    onSubmit: () => Promise.resolve(),
  })
  const p = fieldsOf<{ home: string; office: string; country: string | null }>()
  return (
    <Form form={form}>
      <p.Phone name="home" label="Home" countryField="country" />
      <p.Phone name="office" label="Office" />
    </Form>
  )
}

test.each([
  ['8045550123', 'US', '(804) 555-0123'],
  ['8045550123', null, '(804) 555-0123'],
  ['020 7946 0018', 'GB', '+442079460018'],
  ['020 7946 0018', 'US', '020 7946 0018'],
  ['503-555-0100 x12', 'US', '503-555-0100 x12'],
])(
  'a phone number typed as %s in %s is shown as %s when its field is left',
  async (typed, country, shown) => {
    render(<Phones country={country} />)
    await userEvent.type(screen.getByLabelText('Home'), typed)
    await userEvent.tab()
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Home').value).toBe(shown))
  },
)

test.each([
  ['+18045550123', '(804) 555-0123'],
  ['+442079460018', '+442079460018'],
])('the saved phone number %s is shown as %s', (home, shown) => {
  render(<Phones country="US" home={home} />)
  expect(screen.getByLabelText<HTMLInputElement>('Home').value).toBe(shown)
})

test('a number without a country beside it is in the U.S.', async () => {
  render(<Phones country="IN" />)
  await userEvent.type(screen.getByLabelText('Office'), '9876543210')
  await userEvent.tab()
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Office').value).toBe('(987) 654-3210'))
})
