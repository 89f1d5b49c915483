import type { FieldValues } from 'react-hook-form'
import * as z from 'zod/mini'
import {
  getSchool,
  listSchoolHistory,
  listSchools,
  listSchoolsForUsers,
} from '#contract/schools/endpoints.ts'
import { school as schoolShape, type School } from '#contract/schools/shapes.ts'
import { latestEntry, savedByOf } from '#client/common/last-saved.ts'
import { usePartEdit, type EditPart, type PartEdit } from '#client/common/use-part-edit.tsx'
import { call } from '#client/lib/call.ts'

/** What is read again after a school changed. */
export const schoolReads = [getSchool, listSchools, listSchoolsForUsers, listSchoolHistory] as const

/** A part of a school that is read and replaced whole: V what the form holds, F the facts that are saved. */
export interface SchoolPart<V extends FieldValues, F extends object> extends Omit<
  EditPart<School, V, F>,
  'readStale'
> {
  /** Its name among the drafts. */
  readonly key: string
}

interface Options<V extends FieldValues, F extends object> {
  readonly part: SchoolPart<V, F>
  readonly school: School
  /** Saves the facts over a version; failures reject with an `ApiError`. */
  readonly save: (facts: F, version: number) => Promise<School>
}

const readStale = (data: unknown): School | null => z.safeParse(schoolShape, data).data ?? null

/** A form over a part of a school: drafts, a guard before leaving, and a choice when somebody saved it meanwhile. */
export const useSchoolEdit = <V extends FieldValues, F extends object>({
  part,
  school,
  save,
}: Options<V, F>): PartEdit<V> =>
  usePartEdit({
    part: {
      ...part,
      readStale,
      readSavedBy: async () =>
        savedByOf(await call(listSchoolHistory, { params: { id: school.id }, query: latestEntry })),
    },
    record: school,
    draft: { form: `${part.key}:${school.id}` },
    save,
  })
