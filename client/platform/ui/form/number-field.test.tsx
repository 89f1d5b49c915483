import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useFormState } from 'react-hook-form'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { money } from '#contract/platform/fields.ts'
import { Form } from './form.tsx'
import { amountWords, readAmount } from './amount.ts'
import { MoneyField } from './number-field.tsx'
import { useRecordForm } from './use-record-form.ts'

test.each([
  ['$1,234.5', '1234.50'],
  ['4678', '4678.00'],
  [' 12.', '12.00'],
  ['0.05', '0.05'],
  ['about 5', 'about 5'],
  ['1.234', '1.234'],
  ['-5', '-5'],
])('%s is settled as %s', (typed, settled) => {
  expect(readAmount(typed)).toBe(settled)
})

test.each([
  ['14034.00', '14,034.00'],
  ['412.00', '412.00'],
  ['12345678.90', '12,345,678.90'],
  ['about 5000', 'about 5000'],
  ['', ''],
])('%s is shown as %s', (amount, shown) => {
  expect(amountWords(amount)).toBe(shown)
  expect(readAmount(shown)).toBe(amount)
})

const schema = z.strictObject({ premium: z.nullable(money) })

const Sample = ({ send }: { send: (body: unknown) => Promise<void> }) => {
  const form = useRecordForm({ schema, defaults: { premium: '14034.00' }, onSubmit: send })
  const { isDirty } = useFormState({ control: form.methods.control })
  return (
    <Form form={form}>
      <MoneyField name="premium" label="Premium" />
      <p>{isDirty ? 'Changed' : 'As it was'}</p>
    </Form>
  )
}

const typeOver = async (text: string): Promise<void> => {
  await userEvent.clear(screen.getByLabelText('Premium'))
  await userEvent.type(screen.getByLabelText('Premium'), text)
}

test('an amount is shown with thousands separators, and focusing it changes nothing', async () => {
  render(<Sample send={() => Promise.resolve()} />)
  const field = screen.getByLabelText<HTMLInputElement>('Premium')
  expect(field.value).toBe('14,034.00')
  await userEvent.click(field)
  await userEvent.tab()
  expect(screen.getByText('As it was')).toBeTruthy()
  await typeOver('14034')
  expect(field.value).toBe('14034')
  expect(screen.getByText('As it was')).toBeTruthy()
  await typeOver('$15034.5')
  await userEvent.tab()
  expect(field.value).toBe('15,034.50')
  expect(screen.getByText('Changed')).toBeTruthy()
})

test('Enter sends an amount as typed, without leaving its field', async () => {
  const send = vi.fn<(body: unknown) => Promise<void>>(() => Promise.resolve())
  render(<Sample send={send} />)
  await typeOver('$4,678{Enter}')
  await waitFor(() => expect(send).toHaveBeenCalledWith({ premium: '4678.00' }))
})
