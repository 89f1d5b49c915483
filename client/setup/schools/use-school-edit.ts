import type { FieldValues } from 'react-hook-form'
import * as z from 'zod/mini'
import {
  getSchool,
  listSchoolHistory,
  listSchools,
  listSchoolsForUsers,
} from '#contract/setup/schools/endpoints.ts'
import type { School } from '#contract/setup/schools/shapes.ts'
import { latestEntry, savedByOf } from '#client/platform/edit/last-saved.ts'
import { usePartEdit, type EditPart, type PartEdit } from '#client/platform/edit/use-part-edit.tsx'
import { call } from '#client/platform/lib/call.ts'

/** Endpoints to reload after a school changed. */
export const schoolReads = [getSchool, listSchools, listSchoolsForUsers, listSchoolHistory] as const

/**
 * A part of a school that is loaded and replaced as a whole: V are the form's values, F the saved values, R the reply
 * they're in.
 */
export interface SchoolPart<V extends FieldValues, F extends object, R = School> extends Omit<
  EditPart<R, V, F>,
  'readStale' | 'readSavedBy'
> {
  /** The name of its draft. */
  readonly key: string
  /** The fields that the draft never includes. */
  readonly except?: readonly string[]
  readonly reply: z.core.$ZodType<R>
}

interface Options<V extends FieldValues, F extends object, R> {
  readonly schoolId: number
  readonly part: SchoolPart<V, F, R>
  readonly record: R
  /** Saves the values over a version; failures reject with an `ApiError`. */
  readonly save: (facts: F, version: number) => Promise<R>
}

/** Creates a form for a part of a school: draft, leave guard, and a merge if someone else saved it. */
export const useSchoolEdit = <V extends FieldValues, F extends object, R>({
  schoolId,
  part,
  record,
  save,
}: Options<V, F, R>): PartEdit<V> =>
  usePartEdit({
    part: {
      ...part,
      readStale: (data) => z.safeParse(part.reply, data).data ?? null,
      readSavedBy: async () =>
        savedByOf(await call(listSchoolHistory, { params: { id: schoolId }, query: latestEntry })),
    },
    record,
    draft: { form: `${part.key}:${schoolId}`, except: part.except ?? [] },
    save,
  })
