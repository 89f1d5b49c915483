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

/** Endpoints to reload after a school changed. */
export const schoolReads = [getSchool, listSchools, listSchoolsForUsers, listSchoolHistory] as const

/** A part of a school that is loaded and replaced as a whole: V are the form's values, F the saved values. */
export interface SchoolPart<V extends FieldValues, F extends object> extends Omit<
  EditPart<School, V, F>,
  'readStale'
> {
  /** The name of its draft. */
  readonly key: string
}

interface Options<V extends FieldValues, F extends object> {
  readonly part: SchoolPart<V, F>
  readonly school: School
  /** Saves the values over a version; failures reject with an `ApiError`. */
  readonly save: (facts: F, version: number) => Promise<School>
}

const readStale = (data: unknown): School | null => z.safeParse(schoolShape, data).data ?? null

/** Creates a form for a part of a school: draft, leave guard, and a merge if someone else saved it. */
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
