import { coverageLabels, type Coverage } from '#contract/platform/coverage/choices.ts'
import type { TemplateKindName } from '#contract/setup/schools/email-kinds.ts'
import {
  listText,
  mergeText,
  prepareTranslation,
  valuesOfStudents,
} from '#server/mail/email-templates/index.ts'
import { queueEmails } from '#server/mail/email-delivery/index.ts'
import {
  recordHistory,
  startChange,
  type ChangeKind,
  type HistoryContext,
} from '#server/platform/history/index.ts'
import { getEmailSettings } from '#server/setup/schools/index.ts'
import type { loadRows, MovableRow } from '#server/records/student-periods/index.ts'

/** A waiver whose status a reverification changed. */
export interface ReverifiedWaiver {
  readonly row: MovableRow
  readonly coverage_type: Coverage
  /** The new status. */
  readonly to: string
  /** What the check found out. */
  readonly message: string
}

/** What students are told by new status. Whoever keeps the waiver gets no email. */
const kinds: Readonly<Record<string, TemplateKindName>> = {
  waiver_inactive: 'reverification_failed',
  waiver_utp: 'reverification_needed',
}

type System = Parameters<typeof loadRows>[0]

/** Queues an email to each student whose waiver a reverification changed, unless the school has turned its kind off. */
export const queueReverificationEmails = async (
  context: HistoryContext,
  system: System,
  act: ChangeKind,
  waivers: readonly ReverifiedWaiver[],
): Promise<void> => {
  const told = Map.groupBy(waivers, ({ row, to }) => `${row.id} ${kinds[to] ?? ''}`)
  for (const about of told.values()) await queueOne(context, system, act, about)
}

const queueOne = async (
  context: HistoryContext,
  system: System,
  act: ChangeKind,
  waivers: readonly ReverifiedWaiver[],
): Promise<void> => {
  const [first] = waivers
  const kind = first && kinds[first.to]
  if (!kind || first.row.email === null) return
  const { id, school_id, student_id, email: to_address, addressee: to_name } = first.row
  const { kinds_off: off } = await getEmailSettings(system, school_id)
  if (off.some((one) => one === kind)) return
  const { prepared, language } = await prepareTranslation(system, kind, school_id, 'en')
  const values = await valuesOfStudents(system, [id], prepared.names)
  const { subject, html, text } = mergeText(prepared, {
    ...values.get(id),
    'decision.coverages': listText(
      waivers.map(({ coverage_type }) => coverageLabels[coverage_type].toLowerCase()),
    ),
    'decision.reasons': [...new Set(waivers.map(({ message }) => message))].join('\n'),
  })
  const about = { school_id, student_id, student_period_id: id }
  const change_id = await startChange(context, act)
  const [emailId] = await queueEmails(context, [
    { kind, to_address, to_name, subject, html, body: text, language, ...about, change_id },
  ])
  if (emailId === undefined) throw new Error('The email about a reverification wasn’t queued.')
  await recordHistory(context, act, [
    {
      kind: 'email_queued',
      subject: { type: 'student_email', id: emailId },
      ...about,
      changes: [{ field: 'subject', before: null, after: subject }],
    },
  ])
}
