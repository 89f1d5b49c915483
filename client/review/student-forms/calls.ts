import type { FileKind } from '#contract/platform/record/file-kinds.ts'
import type { CompanyOfStudents } from '#contract/records/insurance-companies/shapes.ts'
import type { FormCheck, FormReceipt } from '#contract/review/form-submissions/shapes.ts'
import type { FormProgress } from '#contract/review/student-status/shapes.ts'
import type { ReachedStep } from '#contract/setup/site-visits/shapes.ts'
import type { FormBody } from './answers.ts'

/** What a form asks of the server. A refusal by field throws a `FieldProblem`, any other failure a `CallProblem`. */
export interface FormCalls {
  check(body: FormBody): Promise<FormCheck>
  /** Saves an unfinished form, or sends a complete one. `token` continues a saved one. */
  send(body: FormBody, token: string | null): Promise<FormReceipt>
  upload(file: Blob, kind: FileKind, onProgress: (percent: number) => void): Promise<string>
  searchCompanies(text: string): Promise<readonly CompanyOfStudents[]>
  /** Returns what was decided about a form that was sent. */
  readProgress(token: string): Promise<FormProgress>
  /** Null where a form can’t be finished later. */
  readonly emailLink: ((token: string, email: string) => Promise<void>) | null
  /** Counts that a step was shown. Nothing waits for it. */
  countStep(reached: ReachedStep): void
}

/** What the server refuses, by field. */
export class FieldProblem extends Error {
  readonly errors: Readonly<Record<string, string>>

  constructor(errors: Readonly<Record<string, string>>) {
    super('Refused by field')
    this.errors = errors
  }
}

/** A call that failed: 'too_many', 'not_found', 'offline', or another code of the server. */
export class CallProblem extends Error {
  readonly code: string

  constructor(code: string) {
    super(code)
    this.code = code
  }
}
