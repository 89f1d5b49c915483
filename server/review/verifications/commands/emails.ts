import type { Coverage } from '#contract/platform/coverage/choices.ts'
import type { EmailLanguage, TemplateKindName } from '#contract/setup/schools/email-kinds.ts'
import { coverageWords } from '#server/mail/email-templates/index.ts'
import type { ChangeKind, HistoryContext } from '#server/platform/history/index.ts'
import { queueAutomatic } from '#server/review/emails/index.ts'
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

/** What students are told by new status. Students who keep the waiver get no email. */
const kinds: Readonly<Record<string, TemplateKindName>> = {
  waiver_inactive: 'reverification_failed',
  waiver_utp: 'reverification_needed',
}

/** What Spanish-speaking students read instead of what the check found out, which is written in English for staff too. */
const unconfirmed = 'Su compañía de seguros no confirmó que su cobertura esté activa.'

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
  const { email, school_id } = first.row
  const { kinds_off: off } = await getEmailSettings(system, school_id)
  if (off.some((one) => one === kind)) return
  const values = (language: EmailLanguage) => ({
    'decision.coverages': coverageWords(
      waivers.map(({ coverage_type }) => coverage_type),
      language,
    ),
    'decision.reasons':
      language === 'es' ? unconfirmed : [...new Set(waivers.map(({ message }) => message))].join('\n'),
  })
  await queueAutomatic(context, system, { kind, row: { ...first.row, email }, values }, act)
}
