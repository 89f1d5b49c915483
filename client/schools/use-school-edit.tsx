import { useState, type ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import * as z from 'zod/mini'
import type { Schema } from '#contract/endpoint.ts'
import {
  getSchool,
  listSchoolHistory,
  listSchools,
  listSchoolsForUsers,
} from '#contract/schools/endpoints.ts'
import { school as schoolShape, type School } from '#contract/schools/shapes.ts'
import { MergeDialog } from '#client/common/merge-dialog.tsx'
import type { MergeFields } from '#client/common/merge.ts'
import { ApiError } from '#client/lib/api-error.ts'
import { useWhenOnline } from '#client/lib/use-when-online.ts'
import { beginAgain } from '#client/ui/form/begin-again.ts'
import { useDirtyGuard } from '#client/ui/form/dirty-guard.ts'
import { keepsDraft, useRecordForm, type RecordForm } from '#client/ui/form/use-record-form.ts'
import { useToast } from '#client/ui/toast.tsx'

/** What is read again after a school changed. */
export const schoolReads = [getSchool, listSchools, listSchoolsForUsers, listSchoolHistory] as const

/** A part of a school that is read and replaced whole: V what the form holds, F the facts that are saved. */
export interface SchoolPart<V extends FieldValues, F extends object> {
  readonly key: string
  /** 'the details of this school', as in 'Somebody saved … meanwhile'. */
  readonly what: string
  readonly savedTitle: string
  readonly schema: Schema
  readonly fields: MergeFields<F>
  readonly valuesOf: (school: School) => V
  readonly factsOf: (school: School) => F
  /** The facts of a body that the schema has let through. */
  readonly factsIn: (body: unknown) => F
  readonly versionOf: (school: School) => number
}

interface Options<V extends FieldValues, F extends object> {
  readonly part: SchoolPart<V, F>
  readonly school: School
  /** Saves the facts over a version; failures reject with an `ApiError`. */
  readonly save: (facts: F, version: number) => Promise<School>
}

/** A part of a school being edited. */
export interface SchoolEdit<V extends FieldValues> {
  readonly form: RecordForm<V>
  readonly isDirty: boolean
  /** The network is away: what is typed is kept, and is sent when it is back. */
  readonly isWaiting: boolean
  /** The choice between two people's changes, while there is one. */
  readonly conflict: ReactNode
}

interface Stale<F> {
  readonly mine: F
  readonly theirs: School
}

const theirsIn = (error: unknown): School | null =>
  error instanceof ApiError && error.kind === 'stale'
    ? (z.safeParse(schoolShape, error.data).data ?? null)
    : null

/** A form over a part of a school: drafts, a guard before leaving, and a choice when somebody saved it meanwhile. */
export const useSchoolEdit = <V extends FieldValues, F extends object>({
  part,
  school,
  save,
}: Options<V, F>): SchoolEdit<V> => {
  const toast = useToast()
  const [current, setCurrent] = useState(school)
  const [isWaiting, setWaiting] = useState(false)
  const [stale, setStale] = useState<Stale<F> | null>(null)
  const send = async (facts: F, version: number): Promise<boolean> => {
    const submitted = structuredClone(form.methods.getValues())
    try {
      const saved = await save(facts, version)
      setStale(null)
      setWaiting(false)
      setCurrent(saved)
      beginAgain(form.methods, submitted, part.valuesOf(saved))
      toast.show({ tone: 'success', title: part.savedTitle })
      return true
    } catch (error) {
      setWaiting(error instanceof ApiError && error.kind === 'network')
      const theirs = theirsIn(error)
      if (theirs === null) throw error
      setStale({ mine: facts, theirs })
      return false
    }
  }
  const form: RecordForm<V> = useRecordForm<V, Schema>({
    schema: part.schema,
    defaults: part.valuesOf(school),
    draft: { form: `${part.key}:${school.id}`, version: part.versionOf(school) },
    onSubmit: async (body) =>
      (await send(part.factsIn(body), part.versionOf(current))) ? undefined : keepsDraft,
  })
  const isDirty = useDirtyGuard(form)
  useWhenOnline(isWaiting, form.submit)
  const choose = async (facts: F, theirs: School): Promise<void> => {
    if (await send(facts, part.versionOf(theirs))) form.draft.settle()
  }
  const conflict = stale && (
    <Conflict {...{ part, current, stale }} onClose={() => setStale(null)} onSave={choose} />
  )
  return { form, isDirty, isWaiting, conflict }
}

interface ConflictProps<V extends FieldValues, F extends object> {
  part: SchoolPart<V, F>
  current: School
  stale: Stale<F>
  onClose: () => void
  onSave: (facts: F, theirs: School) => Promise<void>
}

const Conflict = <V extends FieldValues, F extends object>(props: ConflictProps<V, F>) => {
  const { part, current, stale, onClose, onSave } = props
  return (
    <MergeDialog<F>
      // a school that was saved once more is another choice
      key={part.versionOf(stale.theirs)}
      dialog={{ open: true, onClose }}
      what={part.what}
      fields={part.fields}
      base={part.factsOf(current)}
      mine={stale.mine}
      theirs={part.factsOf(stale.theirs)}
      onSave={(facts) => onSave(facts, stale.theirs)}
    />
  )
}
