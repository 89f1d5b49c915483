import * as z from 'zod/mini'
import { dates } from '#contract/setup/period-documents/dates.ts'
import type { PeriodDocument } from '#contract/setup/period-documents/document.ts'
import { enrollmentOptions } from '#contract/setup/period-documents/enrollment-options.ts'
import { insuranceConfiguration } from '#contract/setup/period-documents/insurance-configuration.ts'
import { waiverConfiguration } from '#contract/setup/period-documents/waiver-configuration.ts'
import { otherFieldChange } from '#contract/records/student-periods/bulk-shapes.ts'
import { type BulkResult } from '#contract/platform/record/bulk.ts'
import { recordStatuses } from '#contract/platform/record/student-period-choices.ts'
import { enrollFormDropdowns, isClassYear } from '#contract/setup/period-documents/dropdowns.ts'
import type { OptionRenaming, Renamed } from '#contract/records/options/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { getPeriod, lockPeriod } from '#server/platform/db/scope.ts'
import { startChange, recordHistory, type Entry } from '#server/platform/history/index.ts'
import { readDocument, writeDocument } from '#server/setup/period-documents/index.ts'
import { problem } from '#server/platform/problem.ts'
import { updateOtherField, type BulkCall } from '#server/records/student-periods/index.ts'
import {
  isMerging,
  renamedAudiences,
  renamedOptions,
  sharesOptions,
  type Renaming,
} from '#server/setup/website/index.ts'

/** Documents whose sections or rules can be limited to programs, campuses or class years. */
const withAudiences: readonly PeriodDocument[] = [
  enrollmentOptions,
  dates,
  insuranceConfiguration,
  waiverConfiguration,
]

const valueOf = ({ field }: Renaming, text: string): string | number =>
  field === 'graduation_year' ? Number(text) : text

/** Returns the bulk call that updates the records. */
export const recordsOf = (
  periodId: number,
  { dry_run, expected, ...ask }: OptionRenaming,
): BulkCall & object => ({
  selection: {
    period_id: periodId,
    filters: {
      [ask.field]: {
        operator: 'and' as const,
        constraints: [{ match_mode: 'equals' as const, value: valueOf(ask, ask.from) }],
      },
      // includes inactive records, which a selection leaves out by default
      status: {
        operator: 'and' as const,
        constraints: [{ match_mode: 'in' as const, value: [...recordStatuses] }],
      },
    },
  },
  dry_run,
  expected,
})

const noRecords: BulkResult = { matched: 0, changed: 0, skipped: [], skipped_total: 0, moves: [] }

const updateRecords = async (
  context: Context,
  periodId: number,
  ask: OptionRenaming,
): Promise<BulkResult> => {
  if (!ask.carries_records) return noRecords
  const call = { ...recordsOf(periodId, ask), field: ask.field, value: valueOf(ask, ask.to) }
  const parsed = z.safeParse(otherFieldChange, JSON.parse(JSON.stringify(call)))
  if (!parsed.success) throw problem.selected('to')
  return updateOtherField(context, parsed.data)
}

interface Rewritten {
  readonly document: PeriodDocument
  readonly content: Readonly<Record<string, unknown>>
}

/** Returns the documents that would change if the option is renamed. */
const rewrite = async (context: Context, periodId: number, renaming: Renaming): Promise<Rewritten[]> => {
  const rewritten: Rewritten[] = []
  for (const document of [enrollFormDropdowns, ...withAudiences] as const) {
    const { version: _version, ...content }: Record<string, unknown> = await readDocument<
      PeriodDocument['content']['shape']
    >(context, periodId, document)
    const next = renamedAudiences(content, renaming)
    if (document.kind === enrollFormDropdowns.kind) {
      const { options } = await readDocument(context, periodId, enrollFormDropdowns)
      Object.assign(Object(next), { options: renamedOptions(options, renaming) })
    }
    if (JSON.stringify(next) !== JSON.stringify(content))
      rewritten.push({ document, content: { ...Object(next) } })
  }
  return rewritten
}

/** Renames an option in the current setup. Returns the history entries. */
export const renameInDocuments = async (
  context: Context,
  periodId: number,
  renaming: Renaming,
): Promise<Entry[]> => {
  await lockPeriod(context, periodId)
  const entries: Entry[] = []
  for (const { document, content } of await rewrite(context, periodId, renaming)) {
    const entry =
      document.kind === enrollFormDropdowns.kind
        ? await writeDocument(
            context,
            periodId,
            enrollFormDropdowns,
            content,
            sharesOptions(context, enrollFormDropdowns),
          )
        : await writeDocument(context, periodId, document, content)
    if (entry) entries.push(entry)
  }
  return entries
}

/** Parses the new value. @throws Problem 422 on `to` if the field doesn’t allow it */
const assertName = ({ field, to }: Renaming): void => {
  if (field === 'graduation_year' && !isClassYear(to))
    throw problem.invalid({ to: 'Enter a 4-digit year from 1950 to 2100.' })
}

/**
 * Renames an option everywhere in a period’s setup and, if requested, in its records, as one change that can be
 * undone.
 * @throws Problem 404, 422; 409 with the new counts if the preview is no longer current
 */
export const renameOption = async (
  context: Context,
  periodId: number,
  ask: OptionRenaming,
): Promise<Renamed> => {
  assertName(ask)
  const period = await getPeriod(context, periodId)
  const labels = async () => (await rewrite(context, periodId, ask)).map(({ document }) => document.label)
  if (ask.dry_run === true)
    return { ...(await updateRecords(context, periodId, ask)), documents: await labels() }
  const kind = { kind: 'option_renamed', cause: 'bulk', schoolId: period.school_id, undoable: true } as const
  await startChange(context, kind)
  const records = await updateRecords(context, periodId, ask)
  await lockPeriod(context, periodId)
  const { options } = await readDocument(context, periodId, enrollFormDropdowns)
  const documents = await labels()
  const name = isMerging(options, ask) ? `${ask.field}.merged` : ask.field
  await recordHistory(context, kind, [
    {
      kind: 'option_renamed',
      subject: { type: 'period', id: periodId },
      school_id: period.school_id,
      changes: [{ field: `options.${name}`, before: ask.from, after: ask.to }],
    },
    ...(await renameInDocuments(context, periodId, ask)),
  ])
  return { ...records, documents }
}
