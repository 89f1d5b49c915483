import type { Coverage } from '#contract/coverage/choices.ts'
import type { FormType } from '#contract/form-submissions/choices.ts'
import type { Answer } from '#contract/form-submissions/shapes.ts'
import type { AnonymousContext, Context } from '../../context.ts'
import type { ScopeContext } from '../../db/scope.ts'
import type { SplitForm } from '../rules/signed-form.ts'

/** What every step of taking a form needs. */
export interface Intake {
  readonly context: AnonymousContext
  /** The school’s own scope, because a student has none. */
  readonly system: ScopeContext & Pick<Context, 'clock'>
  readonly schoolId: number
  readonly periodId: number
  /** The day at the school. */
  readonly today: string
}

/** A saved form. */
export interface Submitted {
  readonly id: number
  readonly confirmation_number: string
  readonly form_type: FormType
  readonly coverage_types: Coverage[]
}

/** A form that passed its checks. */
export interface CheckedForm extends SplitForm {
  readonly answers: Readonly<Record<string, Answer>>
  /** The numbers of the published versions. */
  readonly formNumber: number
  readonly waiverRulesNumber: number | null
}
