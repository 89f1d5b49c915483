import type { StudentPeriod } from '#contract/records/student-periods/shapes.ts'
import type { fakeServer, ReceivedRequest, Reply } from './fake-server.ts'

const bodyOf = ({ body }: ReceivedRequest): Record<string, unknown> => {
  const parsed: unknown = typeof body === 'string' ? JSON.parse(body) : {}
  // our bodies are objects
  return parsed as Record<string, unknown>
}

/**
 * A server that keeps one student-period, its versions, the undo of its last change and one form's draft, like the
 * real one. `change` is another user's save.
 */
export const createRecordServer = (begin: StudentPeriod) => {
  let [record, before] = [begin, begin]
  let draft: string | null = null
  const write = (changes: object): StudentPeriod => {
    before = record
    record = { ...record, ...changes, version: record.version + 1 }
    return record
  }
  const stale = (): Reply => ({
    status: 409,
    body: { code: 'stale', message: 'The record has changed.', data: record },
  })
  const put = (received: ReceivedRequest): Reply => {
    const { version, ...changes } = bodyOf(received)
    if (version !== record.version) return stale()
    return { body: { data: write(changes) }, headers: { 'X-Change-Id': '77' } }
  }
  const id = begin.id
  const routes: Parameters<typeof fakeServer>[0] = {
    [`GET /api/student-periods/${id}`]: () => ({ body: { data: record } }),
    [`PUT /api/student-periods/${id}`]: put,
    [`PUT /api/student-periods/${id}/insurance-details`]: put,
    'POST /api/changes/77/undo': () => {
      const { version: _version, ...former } = before
      write(former)
      return { body: { data: { reverted: 1, left: [], left_total: 0, emails_canceled: 0, emails_sent: 0 } } }
    },
    'GET /api/drafts': () => ({ body: { data: draft === null ? null : { content: draft } } }),
    'PUT /api/drafts': (received) => {
      draft = String(bodyOf(received)['content'])
      return { status: 204 }
    },
    'DELETE /api/drafts': () => {
      draft = null
      return { status: 204 }
    },
  }
  return { routes, change: (changes: Partial<StudentPeriod>) => void write(changes), draft: () => draft }
}
