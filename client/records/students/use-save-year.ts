import { useQueryClient } from '@tanstack/react-query'
import type { Endpoint, Schema } from '#contract/platform/endpoint.ts'
import { listHistoryEntries } from '#contract/platform/history/endpoints.ts'
import type { RecordFields } from '#contract/platform/record/record-field.ts'
import {
  getStudentPeriod,
  updateInsuranceDetails,
  updateStudentPeriod,
} from '#contract/records/student-periods/endpoints.ts'
import {
  type InsuranceDetailsChange,
  type StudentPeriod,
  type StudentPeriodChange,
  studentPeriod,
} from '#contract/records/student-periods/shapes.ts'
import { latestEntry, savedByOf } from '#client/platform/edit/last-saved.ts'
import { statusReads } from '#client/platform/common/student-reads.ts'
import { useRecordEdit, type RecordEdit } from './use-record-edit.ts'
import { useUndo } from '#client/platform/common/use-undo.ts'
import { call } from '#client/platform/lib/call.ts'
import { keyOf, useSend } from '#client/platform/lib/query.ts'
import { statusChangeText } from './status-change-text.ts'

type Save<B> = (record: StudentPeriod, changes: B, version: number, title?: string) => Promise<StudentPeriod>

const useSaved = () => {
  const client = useQueryClient()
  const offerUndo = useUndo(statusReads)
  return (
    before: StudentPeriod,
    reply: StudentPeriod,
    changeId: string | null,
    title: string,
  ): StudentPeriod => {
    client.setQueryData(keyOf(getStudentPeriod, { params: { id: reply.id } }), reply)
    const description = statusChangeText(before, reply)
    offerUndo({ changeId, title, ...(description === '' ? {} : { description }) })
    return reply
  }
}

// the reply updates the record; the others are reloaded
const others: readonly Endpoint[] = statusReads.filter((endpoint) => endpoint.path !== getStudentPeriod.path)

/** Saves changed fields of a student-period over a version. The caller handles failures. */
export const useSaveYear = (): Save<StudentPeriodChange> => {
  const { send } = useSend(updateStudentPeriod, { refreshes: others, quiet: true })
  const saved = useSaved()
  return async (record, changes, version, title = `${record.period_name} saved`) => {
    const { reply, changeId } = await send({ params: { id: record.id }, body: { ...changes, version } })
    return saved(record, reply, changeId, title)
  }
}

/** Saves changed waiver and enrollment fields over a version. The caller handles failures. */
export const useSaveInsurance = (): Save<InsuranceDetailsChange> => {
  const { send } = useSend(updateInsuranceDetails, { refreshes: others, quiet: true })
  const saved = useSaved()
  return async (record, changes, version, title = 'Insurance details saved') => {
    const { reply, changeId } = await send({ params: { id: record.id }, body: { ...changes, version } })
    return saved(record, reply, changeId, title)
  }
}

interface EditYear {
  /** As in 'Someone else changed these insurance details'. */
  readonly what: string
  /** The part of the record being edited; also the name of its draft. */
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

/** Creates a form for a part of a student-period. */
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
