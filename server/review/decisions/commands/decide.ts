import type { Coverage } from '#contract/platform/coverage/choices.ts'
import type { ContentOf } from '#contract/platform/document.ts'
import { decidedLabels } from '#contract/review/decisions/choices.ts'
import type {
  DecisionOutcome,
  DecisionPreview,
  NewDecisions,
} from '#contract/review/decisions/outcome-shapes.ts'
import { waiverConfiguration } from '#contract/setup/period-documents/waiver-configuration.ts'
import type { DependentType } from '#contract/platform/record/student-period-choices.ts'
import type { Context } from '#server/platform/context.ts'
import type { ScopeContext } from '#server/platform/db/scope.ts'
import { dayIn, officeTimeZone } from '#server/platform/lib/clock.ts'
import { readPublished } from '#server/setup/period-documents/index.ts'
import { problem } from '#server/platform/problem.ts'
import {
  choiceErrors,
  lockRow,
  respondBy,
  type MatchedDependent,
  type MovableRow,
} from '#server/records/student-periods/index.ts'
import { emailsOf, type DecisionEmail, type EmailSource } from './emails.ts'
import { readForms, readSnapshots, type DecidableForm } from '../queries/forms.ts'
import {
  assertLines,
  mustBeOthers,
  planDecisions,
  reasonNotToDecide,
  refusalText,
  unclearIn,
  type DecisionLine,
  type Plan,
  type PlanContext,
} from '../rules/plan.ts'
import { listOutcomes, readLatest } from '../queries/suggestions.ts'
import { saveDecisions } from './save-decisions.ts'
import { fullName } from '#contract/platform/person-name.ts'

/** Returns what decisions of today in a policy year depend on. */
export const planContextOf = async (
  context: ScopeContext & Pick<Context, 'clock'>,
  periodId: number,
): Promise<PlanContext> => {
  const published = await readPublished(context, periodId, waiverConfiguration)
  return planContextBy(published?.content, dayIn(context.clock, officeTimeZone))
}

/** Returns what decisions of a day depend on, by the published waiver options. */
export const planContextBy = (
  options: Pick<ContentOf<typeof waiverConfiguration>, 'grace_days' | 'second_review_percent'> | undefined,
  today: string,
): PlanContext => ({
  today,
  respond_by: respondBy(today, options?.grace_days),
  second_review_percent: options?.second_review_percent ?? 0,
})

type KeyOf = Parameters<typeof assertLines>[2]

/**
 * Decides coverage types of a form in one change: their statuses by the transition table, with dates, premiums and fees,
 * and one email for each outcome. Returns what was decided and the form’s new version.
 * @throws Problem 403 if the caller declined what is appealed; 404; 409 stale, busy; 422 by field
 */
export const decide = async (
  context: Context,
  body: NewDecisions,
  keyOf: KeyOf = (field, index) => `lines.${index}.${field}`,
): Promise<{ readonly outcomes: DecisionOutcome[]; readonly version: number }> => {
  const plan = await planOf(context, body, keyOf, true)
  assertClear(plan)
  const [source] = await sourcesOf(context, [plan])
  const emails = source
    ? await emailsOf(context, plan.form.school_id, [source], wanted(context, body))
    : new Map()
  await saveDecisions({ context, system: context }, { kind: 'form_decided', schoolId: plan.form.school_id }, [
    { plan, emails: emails.get(plan) ?? [] },
  ])
  const decided = await listOutcomes(context, [plan.form.id])
  const changeId = context.change?.id
  return {
    outcomes: decided.filter(({ change_id }) => change_id === changeId).map(withoutForm),
    version: plan.form.version + 1,
  }
}

/** Who sends the emails of a decision, if any. */
const wanted = ({ caller }: Pick<Context, 'caller'>, { send_email }: Pick<NewDecisions, 'send_email'>) => ({
  isWanted: send_email,
  senderId: caller.id,
})

const withoutForm = ({
  submission_id: _form,
  ...outcome
}: DecisionOutcome & { readonly submission_id: number }): DecisionOutcome => outcome

/** Returns what decisions would change and send. Writes nothing. @throws Problem as `decide` */
export const previewDecisions = async (context: Context, body: NewDecisions): Promise<DecisionPreview> => {
  const plan = await planOf(context, body, (field, index) => `lines.${index}.${field}`, false)
  const [source] = await sourcesOf(context, [plan])
  const emails = source
    ? await emailsOf(context, plan.form.school_id, [source], wanted(context, body))
    : new Map()
  return {
    lines: plan.lines.map(({ coverage_type, outcome, from, to, respond_by, changes, kept }) => ({
      coverage_type,
      outcome,
      from_status: from,
      to_status: to,
      respond_by,
      changes,
      kept: [...kept],
    })),
    dependents: plan.dependents.map((one) => presentMatched(one, plan.approved)),
    emails: (emails.get(plan) ?? []).map(({ to, subject, html, not_sent, delay_minutes }: DecisionEmail) => ({
      to,
      subject,
      html,
      not_sent,
      delay_minutes,
    })),
  }
}

const presentMatched = (
  { index, signed, recorded, alike, isClear }: MatchedDependent,
  covers: readonly Coverage[],
): DecisionPreview['dependents'][number] => ({
  index,
  // a form is only taken with one of the contract's relations
  type: signed.type as DependentType,
  first_name: signed.first_name,
  last_name: signed.last_name,
  dob: signed.dob,
  covers: [...covers],
  same_as: recorded?.id ?? null,
  is_clear: isClear,
  alike: alike.map(({ id, type, first_name, last_name, dob }) => ({ id, type, first_name, last_name, dob })),
})

/** Staff choose who the dependents are that the rules can’t tell apart. @throws Problem 422 */
const assertClear = (plan: Plan): void => {
  const unclear = unclearIn(plan).map(({ index, signed, alike }) => {
    const names = alike.map(fullName).join(', ')
    const text = `Choose whether ${fullName(signed)} is on record already: ${names}.`
    return [`dependents.${index}`, text]
  })
  if (unclear.length > 0) throw problem.invalid(Object.fromEntries(unclear))
}

/** Checks what staff chose about dependents of the form. @throws Problem 422 */
const assertChoices = (form: DecidableForm, row: MovableRow, { dependents = [] }: NewDecisions): void => {
  const signed = row.forms.find(({ id }) => id === form.id)?.dependents ?? []
  const errors = choiceErrors(signed, row.dependents, dependents)
  if (Object.keys(errors).length > 0) throw problem.invalid({ ...errors })
}

/** Reads what the emails of some plans are written from. */
export const sourcesOf = async (context: ScopeContext, plans: readonly Plan[]): Promise<EmailSource[]> => {
  const ids = plans.map(({ form }) => form.id)
  const snapshots = await readSnapshots(context, ids)
  const latest = await readLatest(context, ids)
  return plans.map((plan) => ({
    plan,
    language: snapshots.get(plan.form.id)?.content.language ?? 'en',
    suggestions: latest.get(plan.form.id) ?? [],
  }))
}

const staleText = 'Someone else decided or changed this form. Review it again.'

/** Finds, locks and checks a form, and plans its decisions. Records are locked before forms, as the intake does. */
const planOf = async (context: Context, body: NewDecisions, keyOf: KeyOf, lock: boolean): Promise<Plan> => {
  const ids = [body.form_submission_id]
  const [found] = await readForms(context, ids)
  if (!found) throw problem.selected('form_submission_id')
  assertDecidable(context, found)
  const row = await lockRow(context, found.student_period_id, { isDryRun: !lock })
  const [form] = lock ? await readForms(context, ids, true) : [found]
  if (!form || !row || form.student_period_id !== row.id) throw problem.stale(null, staleText)
  assertDecidable(context, form)
  if (body.version !== undefined && body.version !== form.version)
    throw problem.stale({ version: form.version }, staleText)
  assertLines(form, body.lines, keyOf)
  assertNotOwn(context, form, body.lines)
  await assertOpen(context, form, body.lines)
  assertChoices(form, row, body)
  const of = await planContextOf(context, form.period_id)
  const planned = planDecisions(form, row, body.lines, of, body.dependents)
  if ('refused' in planned) {
    const index = body.lines.findIndex((line) => line.coverage_type === planned.refused)
    throw problem.invalid({ [keyOf('coverage_type', index)]: refusalText(planned) })
  }
  return planned
}

/** @throws Problem 409 if someone else has claimed the form; 422 if it can’t be decided */
export const assertDecidable = (context: Context, form: DecidableForm): void => {
  const reason = reasonNotToDecide(form, { callerId: context.caller.id, now: context.clock.now() })
  switch (reason) {
    case null:
      return
    case 'claimed':
      throw problem.busy('Someone else is reviewing this form.')
    case 'superseded':
      throw problem.invalid({ form_submission_id: 'A later form replaced this one.' })
    case 'in_progress':
      throw problem.invalid({ form_submission_id: 'The student hasn’t submitted this form yet.' })
    default:
      throw problem.invalid({ form_submission_id: 'Match this form with a student first.' })
  }
}

/** Whoever declined a waiver doesn’t decide the appeal. @throws Problem 403 */
const assertNotOwn = (
  { caller }: Pick<Context, 'caller'>,
  form: DecidableForm,
  lines: readonly DecisionLine[],
): void => {
  const wanted = lines.map(({ coverage_type }) => coverage_type)
  if (mustBeOthers(form, wanted, caller.id)) throw problem.forbidden('Someone else must decide this appeal.')
}

/** A coverage type is decided once; after unable to process, staff can decide again. @throws Problem 409 stale */
const assertOpen = async (
  context: Context,
  form: DecidableForm,
  lines: readonly DecisionLine[],
): Promise<void> => {
  const again = lines.filter(({ coverage_type: one }) => form.decided_coverages.includes(one))
  if (again.length === 0) return
  const outcomes = await listOutcomes(context, [form.id])
  for (const { coverage_type: coverage } of again) {
    const last = outcomes.find((one) => one.coverage_type === coverage && one.undone_at === null)
    if (last && last.outcome !== 'utp')
      throw problem.stale(
        { version: form.version },
        `${last.decided_by?.name ?? 'Someone'} already decided this form: ${decidedLabels[last.outcome].toLowerCase()}.`,
      )
  }
}
