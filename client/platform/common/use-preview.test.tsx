import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ApiError } from '#client/platform/lib/api-error.ts'
import { usePreview } from './use-preview.ts'

const failing = (kind: 'network' | 'invalid') => new ApiError({ kind, message: 'It failed.' })
const shown = (read: () => Promise<string>) =>
  renderHook(() => usePreview<string>({ key: 'one', read, readIn: () => null })).result
const backOnline = () => act(() => window.dispatchEvent(new Event('online')))

test('a preview that failed without a connection is read again when there is one', async () => {
  const read = vi.fn<() => Promise<string>>().mockRejectedValueOnce(failing('network')).mockResolvedValue('2')
  const found = shown(read)
  await expect.poll(() => found.current.error?.kind).toBe('network')
  await backOnline()
  await expect.poll(() => found.current).toMatchObject({ preview: '2', error: null })
  await backOnline()
  expect(read).toHaveBeenCalledTimes(2)
})

test('a preview that was refused isn’t read again', async () => {
  const read = vi.fn<() => Promise<string>>().mockRejectedValue(failing('invalid'))
  const found = shown(read)
  await expect.poll(() => found.current.error?.kind).toBe('invalid')
  await backOnline()
  expect(read).toHaveBeenCalledOnce()
})

test('a change that failed without a connection keeps its preview and its message', async () => {
  const read = vi.fn<() => Promise<string>>().mockResolvedValue('2')
  const found = shown(read)
  await expect.poll(() => found.current.preview).toBe('2')
  await act(() => found.current.apply(() => Promise.reject(failing('network'))))
  await backOnline()
  expect(found.current).toMatchObject({ preview: '2', error: { kind: 'network' } })
  expect(read).toHaveBeenCalledOnce()
})
