import type { Schema } from '#contract/platform/endpoint.ts'
import type { RecordFields } from '#contract/platform/record/record-field.ts'
import type { DraftOptions } from '#client/platform/ui/form/use-draft.ts'
import type { SavedBy } from '#client/platform/edit/merge-dialog.tsx'
import {
  changesOf,
  formValuesOf,
  mergeFieldsOf,
  type FormValues,
} from '#client/platform/record/record-values.ts'
import { usePartEdit, type PartEdit } from '#client/platform/edit/use-part-edit.tsx'

type Values = Readonly<Record<string, unknown>>

/** A record being edited: its fields flat, and the loaded version. */
type Versioned = Values & { readonly version: number }

interface RecordEditOptions<R extends Versioned> {
  /** 'this student', as in 'Someone else changed this student'. */
  readonly what: string
  readonly fields: RecordFields
  /** The call's body schema, for validation while typing. */
  readonly schema: Schema
  /** The latest record. */
  readonly record: R
  /** The name of the draft; it never includes the fields in `except`. */
  readonly draft: Pick<DraftOptions, 'form' | 'except'>
  /** Sends the changed fields over a version; returns the saved record, and shows the message. */
  readonly save: (changes: Values, version: number) => Promise<R>
  /** Called when everything is saved, so the screen can be left. */
  readonly onSaved?: (record: R) => void
  /** Loads who saved the record last. */
  readonly readSavedBy: () => Promise<SavedBy | null>
  /** Returns the record someone else saved, from a 409. */
  readonly readStale: (data: unknown) => R | null
}

/** A record being edited. */
export type RecordEdit = PartEdit<FormValues>

/** Creates a form for a record's fields, like `usePartEdit`, that sends only what changed. */
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
      // the schema accepts any subset of the fields
      factsIn: (body, read) => ({
        ...factsOf(read),
        ...changesOf(formValuesOf(fields, read), body as Values),
      }),
      versionOf: ({ version }) => version,
    },
    save: async (facts, version, over) => {
      const changes = Object.entries(facts).filter(([name, value]) => value !== over[name])
      // none of the user's changes is left: the saved record has the chosen values
      return changes.length === 0 ? over : save(Object.fromEntries(changes), version)
    },
  })
}
