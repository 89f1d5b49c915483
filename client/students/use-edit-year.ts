import type { Schema } from '#contract/endpoint.ts'
import { listHistoryEntries } from '#contract/history/endpoints.ts'
import type { RecordFields } from '#contract/record-field.ts'
import { studentPeriod, type StudentPeriod } from '#contract/student-periods/shapes.ts'
import { latestEntry, savedByOf } from '#client/common/last-saved.ts'
import { useRecordEdit, type RecordEdit } from '#client/common/use-record-edit.ts'
import { call } from '#client/lib/call.ts'

interface EditYear {
  /** As in 'Someone else changed this policy year'. */
  readonly what: string
  /** The part of the record that is edited; its draft is kept under this name. */
  readonly part: string
  readonly fields: RecordFields
  readonly schema: Schema
  readonly record: StudentPeriod
  readonly save: (
    record: StudentPeriod,
    changes: Readonly<Record<string, unknown>>,
    version: number,
  ) => Promise<StudentPeriod>
}

/** A form over a part of a student-period. */
export const useEditYear = ({ part, record, save, ...rest }: EditYear): RecordEdit =>
  useRecordEdit<StudentPeriod>({
    ...rest,
    record,
    draft: { form: `student-period:${record.id}:${part}` },
    save: (changes, version) => save(record, changes, version),
    readSavedBy: async () =>
      savedByOf(await call(listHistoryEntries, { query: { student_period_id: record.id, ...latestEntry } })),
    readStale: (data) => studentPeriod.safeParse(data).data ?? null,
  })
