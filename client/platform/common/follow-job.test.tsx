import { expect, test, vi } from 'vitest'
import { fakeServer } from '#client/testing/fake-server.ts'
import type { ToastOptions } from '#client/platform/ui/overlays/toaster.ts'
import { followUndo } from './follow-job.ts'

test('a job that this page already tracks isn’t tracked or reported twice', async () => {
  document.cookie = 'XSRF-TOKEN=t; path=/'
  const job = { id: 5, kind: 'undo-change', state: 'done', progress: { done: 3, total: 3 }, message: null }
  const result = { reverted: 3, left: [], left_total: 0, emails_canceled: 0, emails_sent: 0 }
  const received = fakeServer({
    'GET /api/jobs/5': { body: { data: { ...job, change_id: null, may_undo: false, result } } },
    'POST /api/jobs/5/told': { status: 204 },
  })
  const shown: string[] = []
  const show = ({ title }: ToastOptions) => `toast-${shown.push(title)}`
  const close = vi.fn<(id: string) => void>()
  const toast = { show, close, update: () => undefined }
  const refresh = vi.fn<() => void>()
  const follow = () => followUndo({ toast, refresh }, 5, 'student')
  expect(await Promise.all([follow(), follow()])).toEqual([true, false])
  expect(shown).toEqual(['Undoing the change', 'Undone for 3 students'])
  expect(close.mock.calls).toEqual([['toast-1']])
  expect(refresh).toHaveBeenCalledOnce()
  const sent = () => received.map(({ method, path }) => `${method} ${new URL(path).pathname}`)
  await expect.poll(sent).toEqual(['GET /api/jobs/5', 'POST /api/jobs/5/told'])
})
