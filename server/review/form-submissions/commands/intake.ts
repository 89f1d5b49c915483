import type { Coverage } from '#contract/platform/coverage/choices.ts'
import type { FormType } from '#contract/review/form-submissions/choices.ts'
import type { Answer, FormReceipt } from '#contract/review/form-submissions/shapes.ts'
import type { AnonymousContext, Context } from '#server/platform/context.ts'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'
import type { ChangeKind, HistoryContext } from '#server/platform/history/index.ts'
import { dayIn } from '#server/platform/lib/clock.ts'
import type { JudgedYear } from '#server/review/decisions/index.ts'
import type { PublicPeriod } from '../queries/forms.ts'
import type { SplitForm } from '../rules/signed-form.ts'
import { issueToken } from './tokens.ts'

/** What applying a form to its student needs. */
export interface Applying {
  readonly context: HistoryContext
  /** The school’s own scope, because a student has none. */
  readonly system: ScopeContext & Pick<Context, 'clock'>
  readonly schoolId: number
  /** The day at the school on which the form was sent. */
  readonly today: string
  /** What the history says; without it, that the student sent the form. */
  readonly act?: ChangeKind
}

/** What the history says about a form that arrives. */
export const submission: ChangeKind = { kind: 'form_submitted', cause: 'student' }

/** What every step of taking a form needs. */
export interface Intake extends Applying {
  readonly context: AnonymousContext
  readonly periodId: number
  /** Whether students can send forms of the policy year. */
  readonly isOpen: boolean
  /** When the policy year ends at the school. ISO instant. */
  readonly endsAt: string
}

/** Returns what taking a form for a policy year needs. */
export const intakeFor = (context: AnonymousContext, period: PublicPeriod): Intake => ({
  context,
  system: { ...scope.asSystem(context.db, period.school_id), clock: context.clock },
  schoolId: period.school_id,
  periodId: period.id,
  isOpen: period.state === 'open',
  today: dayIn(context.clock, period.time_zone),
  endsAt: period.ends_at,
})

/** A form that has arrived and has its confirmation number. */
export interface Submitted {
  readonly id: number
  readonly confirmation_number: string
  readonly form_type: FormType
  readonly coverage_types: Coverage[]
}

/** The files of a form, locked. `missing` says whether a token has none. */
export interface SentFiles {
  readonly ids: readonly number[]
  readonly missing: boolean
}

/** A form that passed its checks. */
export interface CheckedForm extends SplitForm {
  readonly answers: Readonly<Record<string, Answer>>
  readonly files: SentFiles
  /** What the first suggestion depends on, with the published waiver options. */
  readonly year: JudgedYear
  /** The number of the form’s published version. */
  readonly formNumber: number
}

/** Returns the receipt of a complete form, with a new token that ends with the policy year. */
export const receiptFor = async (
  intake: Intake,
  { id, confirmation_number }: Pick<Submitted, 'id' | 'confirmation_number'>,
): Promise<FormReceipt> => ({
  confirmation_number,
  progress: 'complete',
  ...(await issueToken(intake, id, intake.endsAt)),
})
