import type { Schema } from '#contract/endpoint.ts'
import type { RecordFields } from '#contract/record-field.ts'
import type { DraftOptions } from '#client/ui/form/use-draft.ts'
import type { SavedBy } from './merge-dialog.tsx'
import { changesOf, formValuesOf, mergeFieldsOf, type FormValues } from './record-values.ts'
import { usePartEdit, type PartEdit } from './use-part-edit.tsx'

type Values = Readonly<Record<string, unknown>>

/** A record that is edited: its fields flat, and the version that was read. */
export type Versioned = Values & { readonly version: number }

interface RecordEditOptions<R extends Versioned> {
  /** 'this student', as in 'Someone else changed this student'. */
  readonly what: string
  readonly fields: RecordFields
  /** The body schema of the call, for validation while typing. */
  readonly schema: Schema
  /** The record as it is known now. */
  readonly record: R
  /** Keeps what is typed, by this name; fields in `except` never. */
  readonly draft: Pick<DraftOptions, 'form' | 'except'>
  /** Sends the changed fields over a version; answers the record as it is then, and says itself that it is saved. */
  readonly save: (changes: Values, version: number) => Promise<R>
  /** Told once it is saved and nothing is left to lose: the screen may be left. */
  readonly onSaved?: (record: R) => void
  /** Asks who saved the record last. */
  readonly readSavedBy: () => Promise<SavedBy | null>
  /** The record as somebody saved it, out of a 409. */
  readonly readStale: (data: unknown) => R | null
}

/** A record being edited. */
export type RecordEdit = PartEdit<FormValues>

/** A form over fields of a record, as over any part of one, but what is sent is what changed and nothing else. */
export const useRecordEdit = <R extends Versioned>(options: RecordEditOptions<R>): RecordEdit => {
  const { fields, save, what, schema, readStale, readSavedBy, ...rest } = options
  const factsOf = (record: R): Values =>
    Object.fromEntries(Object.keys(fields).map((name) => [name, record[name]]))
  return usePartEdit<R, FormValues, Values>({
    ...rest,
    part: {
      what,
      schema,
      readStale,
      readSavedBy,
      fields: mergeFieldsOf(fields),
      valuesOf: (record) => formValuesOf(fields, record),
      factsOf,
      // the schema's own input is any subset of the fields
      factsIn: (body, read) => ({
        ...factsOf(read),
        ...changesOf(formValuesOf(fields, read), body as Values),
      }),
      versionOf: ({ version }) => version,
    },
    save: async (facts, version, over) => {
      const changes = Object.entries(facts).filter(([name, value]) => value !== over[name])
      // nothing of mine is left: what stands is what was chosen
      return changes.length === 0 ? over : save(Object.fromEntries(changes), version)
    },
  })
}
