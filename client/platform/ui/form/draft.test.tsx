import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { ApiError } from '#client/platform/lib/api-error.ts'
import { draftOf, readDraft } from './draft.ts'
import { DraftsProvider, type DraftStore } from './draft-store.tsx'
import { fieldsOf } from './fields.ts'
import { Form, SubmitButton } from './form.tsx'
import { keepsDraft, useRecordForm } from './use-record-form.ts'

const f = fieldsOf<{ name: string; ssn: string }>()

const schema = z.strictObject({ name: z.nullable(z.string()), ssn: z.nullable(z.string()) })

/** Returns a store like the server's: one text per form. */
const createStore = (kept: Record<string, string> = {}) => {
  const drafts = new Map(Object.entries(kept))
  const calls: string[] = []
  const store: DraftStore = {
    limit: 1000,
    read: (form) => Promise.resolve(drafts.get(form) ?? null),
    keep: (form, content) => {
      calls.push(`keep ${form}`)
      drafts.set(form, content)
      return Promise.resolve()
    },
    discard: (form) => {
      calls.push(`discard ${form}`)
      drafts.delete(form)
      return Promise.resolve()
    },
  }
  return { store, drafts, calls }
}

interface SampleProps {
  send?: () => Promise<unknown>
  name?: string
  version?: number
}

const saved = () => Promise.resolve()

const Sample = ({ send = saved, name = '', version = 1 }: SampleProps) => {
  const form = useRecordForm({
    schema,
    defaults: { name, ssn: '' },
    draft: { form: 'sample:7', version, except: ['ssn'] },
    onSubmit: send,
  })
  return (
    <Form form={form}>
      <f.Text name="name" label="Name" />
      <f.Text name="ssn" label="SSN" />
      <SubmitButton form={form}>Save</SubmitButton>
    </Form>
  )
}

const show = (store: DraftStore, props: SampleProps = {}) =>
  render(
    <DraftsProvider store={store}>
      <Sample {...props} />
    </DraftsProvider>,
  )
const nameField = () => screen.getByLabelText<HTMLInputElement>('Name')
const content = (fields: object, version = 1) => JSON.stringify({ version, fields })

/** From now on a test can let time pass at once. */
const holdClock = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
/** Lets more time pass than a draft waits for the next key. */
const letTimePass = () => act(() => vi.advanceTimersByTimeAsync(60_000))

test('typed text is saved after a moment, without excluded fields', async () => {
  const { store, drafts } = createStore()
  show(store)
  await userEvent.type(nameField(), 'Lakeside')
  await userEvent.type(screen.getByLabelText('SSN'), '123456789')
  await waitFor(() => expect(drafts.get('sample:7')).toBe(content({ name: ['', 'Lakeside'] })))
})

test('it’s restored with a note, and can be discarded', async () => {
  const { store, drafts } = createStore({ 'sample:7': content({ name: ['', 'Lake'] }) })
  show(store)
  expect((await screen.findByRole('status')).textContent).toBe('Draft restored · Discard')
  expect(nameField().value).toBe('Lake')
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
  expect(nameField().value).toBe('')
  expect(screen.queryByText(/Draft restored/)).toBeNull()
  await waitFor(() => expect(drafts.size).toBe(0))
})

test('leaving a form saves the last keys at once', async () => {
  const { store, drafts } = createStore()
  const { unmount } = show(store)
  await userEvent.type(nameField(), 'Lak')
  unmount()
  await waitFor(() => expect(drafts.get('sample:7')).toBe(content({ name: ['', 'Lak'] })))
})

test('closing the page saves the last keys at once', async () => {
  const { store, drafts } = createStore()
  show(store)
  await userEvent.type(nameField(), 'La')
  act(() => void window.dispatchEvent(new Event('pagehide')))
  expect(drafts.get('sample:7')).toBe(content({ name: ['', 'La'] }))
})

test('after a save no draft remains, even if one was being sent', async () => {
  holdClock()
  const { store, drafts } = createStore()
  const send = vi.fn<() => Promise<void>>(() => Promise.resolve())
  const { unmount } = show(store, { send })
  await userEvent.type(nameField(), 'Lakeside')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(send).toHaveBeenCalled())
  unmount()
  await letTimePass()
  expect(drafts.size).toBe(0)
})

test('after a save there’s no draft note', async () => {
  const { store } = createStore({ 'sample:7': content({ name: ['', 'Lakeside'] }) })
  show(store)
  expect(await screen.findByText(/Draft restored/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByText(/Draft restored/)).toBeNull())
  expect(nameField().value).toBe('Lakeside')
})

test('a form that is opened again waits for the draft being sent when it was left', async () => {
  const { store, drafts } = createStore({ 'sample:7': content({ name: ['', 'Lake'] }) })
  const order: string[] = []
  let arrive: () => void = () => undefined
  const slow: DraftStore = {
    ...store,
    read: (form) => {
      order.push('read')
      return store.read(form)
    },
    discard: (form) =>
      new Promise<void>((resolve) => (arrive = resolve)).then(() => {
        order.push('discarded')
        drafts.delete(form)
      }),
  }
  const { unmount } = show(slow)
  await screen.findByRole('status')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  unmount()
  show(slow, { name: 'Lake', version: 2 })
  await act(async () => arrive())
  await waitFor(() => expect(order).toEqual(['read', 'discarded', 'read']))
  expect(drafts.size).toBe(0)
  expect(screen.queryByRole('status')).toBeNull()
  expect(nameField().value).toBe('Lake')
})

test('text that wasn’t saved stays in the draft', async () => {
  const { store, drafts } = createStore()
  const { unmount } = show(store, { send: () => Promise.resolve(keepsDraft) })
  await userEvent.type(nameField(), 'Lakeside')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  unmount()
  await waitFor(() => expect(drafts.get('sample:7')).toBe(content({ name: ['', 'Lakeside'] })))
})

test('a failed save loses nothing', async () => {
  const { store, drafts } = createStore()
  const away = new ApiError({ kind: 'network', message: 'Can’t reach the server.' })
  const { unmount } = show(store, { send: () => Promise.reject(away) })
  await userEvent.type(nameField(), 'Lakeside')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByRole('alert')
  unmount()
  await waitFor(() => expect(drafts.size).toBe(1))
})

test('typing the original value removes the draft', async () => {
  const { store, drafts } = createStore({ 'sample:7': content({ name: ['Lake', 'Lakes'] }) })
  show(store, { name: 'Lake' })
  await screen.findByRole('status')
  await userEvent.type(nameField(), '{backspace}')
  await waitFor(() => expect(drafts.size).toBe(0))
})

test('a form without changes asks for its draft once and sends nothing', async () => {
  holdClock()
  const { store, calls } = createStore()
  const { unmount } = show(store)
  await letTimePass()
  unmount()
  expect(calls).toEqual([])
})

test('text typed before the draft arrives isn’t overwritten', async () => {
  const { store } = createStore()
  let arrive: (text: string) => void = () => undefined
  const slow: DraftStore = { ...store, read: () => new Promise((resolve) => (arrive = resolve)) }
  show(slow)
  await userEvent.type(nameField(), 'New')
  await act(async () => arrive(content({ name: ['', 'Old'] })))
  expect(nameField().value).toBe('New')
})

test('when the record changed, the note names the field, and the typed text stays', async () => {
  const { store } = createStore({ 'sample:7': content({ name: ['Lake', 'Lakeside'] }) })
  show(store, { name: 'Pond', version: 2 })
  expect((await screen.findByRole('status')).textContent).toBe(
    'Draft restored. Someone else has changed Name since then. This form shows what you typed · Discard',
  )
  expect(nameField().value).toBe('Lakeside')
})

test('a failing store leaves the form usable', async () => {
  const { store } = createStore()
  const down = () => Promise.reject(new Error('away'))
  show({ ...store, read: down, keep: down })
  await userEvent.type(nameField(), 'Lakeside')
  expect(nameField().value).toBe('Lakeside')
})

test('only changed fields are saved, with their original values', () => {
  const base = { name: 'Lake', count: null, ssn: '' }
  expect(draftOf(base, base, {})).toBeNull()
  expect(draftOf(base, { ...base, ssn: '123' }, { except: ['ssn'] })).toBeNull()
  const text = draftOf(base, { ...base, count: 3 }, { version: 4 })
  expect(text).toBe('{"version":4,"fields":{"count":[null,3]}}')
  expect(readDraft(text ?? '', base, 4)).toEqual({ values: { count: 3 }, changedMeanwhile: [] })
})

test.each(['', 'nonsense', '{}', '{"version":1,"fields":{"gone":["a","b"]}}'])(
  'a draft that this form does not know (%j) is none',
  (text) => {
    expect(readDraft(text, { name: '' })).toBeNull()
  },
)

test('a draft that is too long is reported and not sent', async () => {
  const { store, calls } = createStore()
  show({ ...store, limit: 60 })
  await userEvent.type(nameField(), 'Lakeside')
  expect(screen.queryByText(/too long to save/)).toBeNull()
  await userEvent.type(nameField(), ' College of the many words')
  expect(await screen.findByText(/too long to save as a draft/)).toBeTruthy()
  await userEvent.clear(nameField())
  await userEvent.type(nameField(), 'Lake')
  await waitFor(() => expect(screen.queryByText(/too long to save/)).toBeNull())
  await waitFor(() => expect(calls.at(-1)).toBe('keep sample:7'))
})
