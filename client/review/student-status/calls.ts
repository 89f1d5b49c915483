import type { Coverage } from '#contract/platform/coverage/choices.ts'
import type { StudentStatus } from '#contract/review/student-status/shapes.ts'

/** Who a student says they are. */
export interface Identity {
  readonly sid: string
  readonly dob: string
}

/** What the status page asks of the server. A refusal by field throws a `FieldProblem`, any other a `CallProblem`. */
export interface StatusCalls {
  /** Returns the student’s status; null without a session. */
  read(): Promise<StudentStatus | null>
  /** Returns the minutes in which the code works. */
  sendCode(who: Identity): Promise<number>
  openByCode(who: Identity, code: string): Promise<void>
  openByForm(token: string): Promise<void>
  end(): Promise<void>
  decline(coverage: Coverage): Promise<void>
  /** Returns a token of a form, to fix or appeal it. */
  tokenOf(formId: number): Promise<string>
  /** Returns the day by which staff plan to decide. */
  appeal(token: string, comment: string): Promise<string>
}
