import type { FileKind } from '#contract/platform/record/file-kinds.ts'
import type { CompanyOfStudents } from '#contract/records/insurance-companies/shapes.ts'
import type { FormCheck, FormReceipt, ResumedForm } from '#contract/review/form-submissions/shapes.ts'
import type { FormProgress, StudentStatus } from '#contract/review/student-status/shapes.ts'
import { CallProblem, FieldProblem, type FormCalls } from '#client/review/student-forms/calls.ts'
import type { StatusCalls } from '#client/review/student-status/calls.ts'

/** A failure as the server writes it (`ProblemBody`). */
interface Failure {
  readonly code?: string
  readonly errors?: Readonly<Record<string, readonly string[]>>
}

const readFailure = (text: string): Failure => {
  try {
    return JSON.parse(text) as Failure
  } catch {
    return {}
  }
}

const failureOf = (text: string): Error => {
  const { code = 'server_error', errors } = readFailure(text)
  if (!errors) return new CallProblem(code)
  return new FieldProblem(
    Object.fromEntries(Object.entries(errors).map(([path, [message = '']]) => [path, message])),
  )
}

/** Calls the server and returns the `data` of its reply. The server checks its replies against the contract. */
const call = async <R>(
  method: string,
  path: string,
  body?: unknown,
  more: Pick<RequestInit, 'keepalive'> = {},
): Promise<R> => {
  const sending: RequestInit = {
    ...more,
    method,
    credentials: 'same-origin',
    headers: {
      Accept: 'application/json',
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }
  const response = await fetch(`/api/public${path}`, sending).catch(() => {
    throw new CallProblem('offline')
  })
  const text = await response.text()
  if (!response.ok) throw failureOf(text)
  return (text === '' ? undefined : (JSON.parse(text) as { data: unknown }).data) as R
}

/** Sends a file with its progress, which only `XMLHttpRequest` tells. */
const upload = (
  path: string,
  file: Blob,
  kind: FileKind,
  onProgress: (percent: number) => void,
): Promise<string> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', `/api/public${path}`)
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total === 0 ? 0 : Math.round((100 * loaded) / total)),
    )
    request.addEventListener('error', () => reject(new CallProblem('offline')))
    request.addEventListener('load', () => {
      if (request.status >= 300) reject(failureOf(request.responseText))
      else resolve((JSON.parse(request.responseText) as { data: { file_token: string } }).data.file_token)
    })
    const form = new FormData()
    form.append('kind', kind)
    form.append('file', file)
    request.send(form)
  })

/** Returns what the token of a form opens. */
export const openForm = (token: string): Promise<ResumedForm> => call('GET', `/form-submissions/${token}`)

/** Returns the calls of the forms of a policy year. */
export const formCalls = (periodId: number): FormCalls => ({
  check: (body) =>
    call<FormCheck>('POST', `/periods/${periodId}/form-checks`, { ...body, progress: 'in_progress' }),
  send: (body, token) =>
    token === null
      ? call<FormReceipt>('POST', `/periods/${periodId}/form-submissions`, body)
      : call<FormReceipt>('PUT', `/form-submissions/${token}`, body),
  upload: (file, kind, onProgress) => upload(`/periods/${periodId}/files`, file, kind, onProgress),
  searchCompanies: (text) =>
    call<readonly CompanyOfStudents[]>('GET', `/insurance-companies?search=${encodeURIComponent(text)}`),
  readProgress: (token) => call<FormProgress>('GET', `/form-submissions/${token}/progress`),
  emailLink: (token, email) => call<undefined>('POST', `/form-submissions/${token}/links`, { email }),
  countStep: (reached) => {
    // sent also if the student leaves at once; a count that’s lost is no one’s loss
    call('POST', `/periods/${periodId}/form-steps`, reached, { keepalive: true }).catch(() => undefined)
  },
})

const orNone = (error: unknown): null => {
  if (error instanceof CallProblem && error.code === 'unauthenticated') return null
  throw error
}

/** Returns the calls of the status page of a policy year. Its session is a cookie that scripts can’t read. */
export const statusCalls = (periodId: number): StatusCalls => ({
  read: () => call<StudentStatus>('GET', '/status').catch(orNone),
  sendCode: async (who) =>
    (await call<{ valid_minutes: number }>('POST', `/periods/${periodId}/status-codes`, who)).valid_minutes,
  openByCode: (who, code) => call('POST', `/periods/${periodId}/status-sessions`, { ...who, code }),
  openByForm: (token) => call('POST', `/periods/${periodId}/status-sessions`, { form_token: token }),
  end: () => call('DELETE', '/status-sessions'),
  decline: (coverage_type) => call('POST', '/status/decline-coverage', { coverage_type }),
  tokenOf: async (id) =>
    (await call<{ resume_token: string }>('POST', `/status/forms/${id}/token`)).resume_token,
  appeal: async (token, comment) =>
    (await call<{ due_on: string }>('POST', `/form-submissions/${token}/appeal`, { comment })).due_on,
})
