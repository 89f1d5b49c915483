import {
  activityFileRows,
  activityKindLabels,
  countedRecords,
  outcomeLabels,
} from '#contract/outputs/audit/choices.ts'
import type { ActivityEntry } from '#contract/outputs/audit/shapes.ts'
import type { FileReply } from '#contract/platform/endpoint.ts'
import type { ExportFormat } from '#contract/review/exports/shapes.ts'
import { capitalized } from '#contract/platform/letter-case.ts'
import type { Context } from '#server/platform/context.ts'
import { mediaTypes, writeCsv } from '#server/review/exports/index.ts'
import { logAccess } from '#server/platform/history/index.ts'
import { dayIn, officeTimeZone } from '#server/platform/lib/clock.ts'
import { writeWorkbook, type SheetColumn, type SheetRow } from '#server/platform/lib/workbook.ts'
import { readActivity } from '../queries/activity.ts'
import { filterText, type ActivityFilter } from '../queries/accesses.ts'

interface FileColumn extends SheetColumn {
  readonly cell: (entry: ActivityEntry) => string | null
}

const text = (label: string, cell: FileColumn['cell']): FileColumn => ({ label, kind: 'text', cell })

/** Returns 'Coverage status changed, 312 records' for a change, and what was seen for the rest. */
const whatText = ({ change, subject, detail }: ActivityEntry): string | null => {
  const words = (name: string) => capitalized(name.replaceAll('_', ' '))
  if (change === null)
    return subject === null ? detail : [words(subject.type), detail].filter(Boolean).join(': ')
  if (change.records === 1) return words(change.kind)
  return `${words(change.kind)}, ${change.records > countedRecords ? '1,000+' : change.records} records`
}

const columns: readonly FileColumn[] = [
  { label: 'Date and time', kind: 'instant', cell: ({ at }) => at },
  text('Person', ({ actor, change }) => actor?.name ?? (change?.cause === 'system' ? 'Shipmate' : null)),
  text('Activity', ({ kind }) => activityKindLabels[kind]),
  text('Details', whatText),
  text('Reason', ({ change, detail }) => (change === null ? null : detail)),
  text('Student', ({ student }) => student?.name ?? null),
  text('User', ({ account }) => account?.name ?? null),
  text('School', ({ school }) => school?.name ?? null),
  text('Times', ({ times }) => String(times)),
  text('Outcome', ({ outcome }) => outcomeLabels[outcome]),
  text('IP address', ({ address }) => address),
  text('Request', ({ request_id }) => request_id),
]

/** Rows that are read at once. */
const batchSize = 1000

/** It’s read while it’s sent, after the call’s own work. */
async function* sheetRows(context: Context, filter: ActivityFilter): AsyncGenerator<SheetRow[]> {
  let before: string | undefined
  for (let written = 0; written < activityFileRows; written += batchSize) {
    const { rows, next } = await readActivity(context, filter, { before, per_page: batchSize })
    yield rows.map((row) => columns.map(({ cell }) => cell(row)))
    if (next === null) return
    before = next
  }
}

/** Returns the newest 100,000 rows of a filtered list as a file, after the export is logged. */
export const fileOfActivity = async (
  context: Context,
  filter: ActivityFilter,
  format: ExportFormat,
): Promise<FileReply> => {
  await logAccess(context.db, context.services, context, {
    action: 'export',
    subject_type: 'activity',
    detail: `activity log, ${format}${filterText(filter)}`,
    ...(filter.school_id === undefined ? {} : { school_id: filter.school_id }),
    ...(filter.student_id === undefined ? {} : { student_id: filter.student_id }),
  })
  const rows = sheetRows({ ...context, db: context.services.db }, filter)
  return {
    name: `Activity log ${dayIn(context.clock, officeTimeZone)}.${format}`,
    stream: format === 'xlsx' ? writeWorkbook('Activity', columns, rows) : writeCsv(columns, rows),
    mediaType: mediaTypes[format],
  }
}
