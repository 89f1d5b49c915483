import { setImmediate } from 'node:timers/promises'
import {
  mostDaysAhead,
  previewsAtOnce,
  type Composed,
  type ComposedPreview,
  type EmailToCompose,
  type Warned,
} from '#contract/review/emails/compose.ts'
import type { EmailLanguage } from '#contract/setup/schools/email-kinds.ts'
import type { Context } from '#server/platform/context.ts'
import {
  suppressedAmong,
  renderEmail,
  queuedEntries,
  queueEmails,
  type NewEmail,
} from '#server/mail/email-delivery/index.ts'
import {
  emptyFieldsOf,
  mergeText,
  type MergeValues,
  type PreparedText,
} from '#server/mail/email-templates/index.ts'
import { recordHistory, startChange } from '#server/platform/history/index.ts'
import { batches } from '#server/platform/lib/batches.ts'
import { problem } from '#server/platform/problem.ts'
import { listNamedRows, type NamedRow } from '#server/records/student-periods/index.ts'
import { prepareComposed, textsFor, type AboutCoverages, type ComposedText } from '../queries/compose-text.ts'

/** Students whose values are read at once. */
const batchSize = 500

/** Characters that are written before other work gets its turn: about 5 ms. */
const charactersAtOnce = 500_000

/** The most students named in a warning. */
const mostNamed = 1000

/** A student who can get the email, and what it’s written from: the text is written only where it’s needed. */
interface Addressed {
  readonly row: NamedRow & { readonly email: string }
  readonly language: EmailLanguage
  readonly prepared: PreparedText
  readonly values: MergeValues
  /** The names of fields without a value. */
  readonly empty: readonly string[]
}

class Warning {
  total = 0
  readonly students: Warned['students'] = []
  add({ id, student_id, name }: NamedRow): void {
    this.total += 1
    if (this.students.length < mostNamed) this.students.push({ id, student_id, name })
  }
}

/** What’s found while the emails are written. */
class Findings {
  readonly noAddress = new Warning()
  readonly suppressed = new Warning()
  readonly empty = new Map<string, Warning>()
  emptyTotal = 0
  changed = 0

  addEmpty(row: NamedRow, fields: readonly string[]): void {
    if (fields.length > 0) this.emptyTotal += 1
    for (const field of fields) {
      const warning = this.empty.get(field) ?? new Warning()
      this.empty.set(field, warning)
      warning.add(row)
    }
  }

  result(matched: number, labelOf: ComposedText['labelOf']): Composed {
    const plain = ({ total, students }: Warning): Warned => ({ total, students })
    return {
      matched,
      changed: this.changed,
      no_address: plain(this.noAddress),
      suppressed: plain(this.suppressed),
      empty_fields: [...this.empty].map(([field, warning]) => ({
        field,
        label: labelOf(field),
        ...plain(warning),
      })),
      empty_total: this.emptyTotal,
      previews: [],
      batch_id: null,
    }
  }
}

/** Returns the minutes until a scheduled email is sent. @throws Problem 422 on `send_at` */
const minutesUntil = ({ clock }: Context, { send_at: at }: EmailToCompose): number => {
  if (at === undefined || at === null) return 0
  const minutes = (Date.parse(at) - clock.now().getTime()) / 60_000
  if (minutes < 0) throw problem.invalid({ send_at: 'Choose a time in the future.' })
  if (minutes > mostDaysAhead * 24 * 60)
    throw problem.invalid({ send_at: 'Choose a time within the next year.' })
  return minutes
}

/** Finds the students who have an address that gets emails, and their empty fields; notes the others. */
const address = async (
  context: Context,
  text: ComposedText,
  rows: readonly NamedRow[],
  findings: Findings,
): Promise<Addressed[]> => {
  const reasons = await suppressedAmong(
    context.db,
    rows.flatMap(({ email }) => email ?? []),
  )
  const texts = await textsFor(context, text, rows)
  return rows.flatMap((row) => {
    const { email } = row
    const own = texts.get(row.id)
    if (email === null) findings.noAddress.add(row)
    else if (reasons.has(email.toLowerCase())) findings.suppressed.add(row)
    else if (own) {
      const empty = emptyFieldsOf(own.prepared, own.values)
      findings.addEmpty(row, empty)
      return { row: { ...row, email }, ...own, empty }
    }
    return []
  })
}

const emailTo = (
  { row, language, prepared, values }: Addressed,
  more: Pick<NewEmail, 'kind' | 'change_id' | 'sender_id'>,
): NewEmail => {
  const { subject, html, text } = mergeText(prepared, values)
  return {
    ...more,
    to_address: row.email,
    to_name: row.addressee,
    subject,
    html,
    body: text,
    language,
    school_id: row.school_id,
    student_id: row.student_id,
    student_period_id: row.id,
  }
}

/** Returns students in groups whose texts together are short enough to be written, and kept in memory, at once. */
function* inSteps(addressed: readonly Addressed[]): Generator<readonly Addressed[]> {
  const longest = addressed.reduce((most, { prepared }) => Math.max(most, prepared.length), 1)
  yield* batches(addressed, Math.max(1, Math.floor(charactersAtOnce / longest)))
}

/** Queues emails as part of the change that composes them, with a history entry for each, in small steps. */
const queue = async (
  context: Context,
  kind: NewEmail['kind'],
  addressed: readonly Addressed[],
  about: { readonly schoolId: number | null; readonly minutes: number },
): Promise<void> => {
  for (const some of inSteps(addressed)) {
    await queueStep(context, kind, some, about)
    await setImmediate()
  }
}

const queueStep = async (
  context: Context,
  kind: NewEmail['kind'],
  addressed: readonly Addressed[],
  { schoolId, minutes }: { readonly schoolId: number | null; readonly minutes: number },
): Promise<void> => {
  const change = { kind: 'emails_composed', cause: 'bulk', schoolId } as const
  const changeId = await startChange(context, change)
  const emails = addressed.map((one) =>
    emailTo(one, { kind, change_id: changeId, sender_id: context.caller.id }),
  )
  const ids = await queueEmails(context, emails, minutes)
  context.progress?.add(ids.length)
  await recordHistory(context, change, queuedEntries(emails, ids))
}

const previewOf = async (
  { services }: Context,
  { row, language, prepared, values, empty }: Addressed,
  labelOf: ComposedText['labelOf'],
): Promise<ComposedPreview> => {
  const { subject, html } = mergeText(prepared, values)
  return {
    id: row.id,
    student_id: row.student_id,
    name: row.name,
    sid: row.sid,
    to: row.email,
    subject,
    html: await renderEmail(services, row.school_id, { subject, html, language }),
    empty_fields: empty.map(labelOf),
  }
}

/** Compares the counts with those that were shown. @throws Problem 409 with the new ones if they differ */
const assertExpected = ({ expected }: EmailToCompose, result: Composed): void => {
  if (!expected) return
  const holds =
    expected.matched === result.matched &&
    expected.changed === result.changed &&
    (expected.empty_total ?? result.empty_total) === result.empty_total
  if (holds) return
  throw problem.stale(result, 'Some records changed after the preview. Check the new counts.')
}

/** Returns those students who get the email. */
const keptOf = ({ leave_out_empty: isStrict }: EmailToCompose, addressed: readonly Addressed[]) =>
  isStrict === true ? addressed.filter(({ empty }) => empty.length === 0) : addressed

/** Returns the part of a list that falls into the previews asked for; `before` are those ahead of it. */
const previewedOf = (
  { preview_from: from = 0 }: EmailToCompose,
  kept: readonly Addressed[],
  before: number,
): readonly Addressed[] => kept.slice(Math.max(0, from - before), Math.max(0, from + previewsAtOnce - before))

/** Counts and previews the emails, and queues nothing. */
const previewAll = async (
  context: Context,
  ask: EmailToCompose,
  text: ComposedText,
  rows: readonly NamedRow[],
): Promise<Composed> => {
  const findings = new Findings()
  const shown: Addressed[] = []
  for (const some of batches(rows, batchSize)) {
    const kept = keptOf(ask, await address(context, text, some, findings))
    shown.push(...previewedOf(ask, kept, findings.changed))
    findings.changed += kept.length
    await setImmediate()
  }
  const previews = await Promise.all(shown.map((one) => previewOf(context, one, text.labelOf)))
  return { ...findings.result(rows.length, text.labelOf), previews }
}

/**
 * Queues an email to every student of a selection who can get it, in one transaction; or with `dry_run`, only counts
 * and previews them.
 * @param about the coverages that it’s about, if they aren’t those of the present statuses
 * @throws Problem 404, 409 with the new counts, 422 by field
 */
export const composeEmail = async (
  context: Context,
  ask: EmailToCompose,
  about?: AboutCoverages,
): Promise<Composed> => {
  const minutes = minutesUntil(context, ask)
  const rows = await listNamedRows(context, ask)
  const schoolIds = [...new Set(rows.map(({ school_id: id }) => id))]
  const text = { ...(await prepareComposed(context, ask, schoolIds)), about }
  if (ask.dry_run === true) return previewAll(context, ask, text, rows)
  const [only = null, ...others] = schoolIds
  const findings = new Findings()
  for (const some of batches(rows, batchSize)) {
    const kept = keptOf(ask, await address(context, text, some, findings))
    findings.changed += kept.length
    if (kept.length > 0)
      await queue(context, text.kind ?? 'message', kept, {
        schoolId: others.length === 0 ? only : null,
        minutes,
      })
  }
  const result = findings.result(rows.length, text.labelOf)
  assertExpected(ask, result)
  if (result.changed === 0) throw problem.invalid({ ids: 'None of these students can get this email.' })
  return { ...result, batch_id: context.change?.id ?? null }
}
