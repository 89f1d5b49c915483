import { useState } from 'react'
import { useForm, type DefaultValues, type FieldValues, type UseFormReturn } from 'react-hook-form'
import type * as z from 'zod/mini'
import type { Schema } from '#contract/endpoint.ts'
import { ApiError } from '#client/lib/api-error.ts'
import { useDraft, type Draft, type DraftOptions } from './use-draft.ts'
import { bodyFrom, problemsOf, schemaResolver } from './form-values.ts'
import { showProblems, showServerErrors } from './show-errors.ts'

/** The answer of an `onSubmit` that did not save all that is typed: its draft stays. */
export const keepsDraft: unique symbol = Symbol('keeps the draft')

export interface RecordFormOptions<V extends FieldValues, S extends Schema> {
  /** The body schema of the endpoint. Keys that the form does not hold belong into `extra`. */
  schema: S
  /** A value for every field: '' for empty text, null for an empty choice. */
  defaults: V
  /** Keys of the body that no field shows: ids, versions. */
  extra?: Readonly<Record<string, unknown>>
  /** Keys taken literally, as the endpoint says. */
  literal?: readonly string[]
  /** Keeps what is typed until it is saved; without it nothing is kept (passwords, codes). */
  draft?: DraftOptions
  /**
   * Sends the body. An `ApiError` lands on the fields and the banner; what was typed stays. Answers `keepsDraft` where
   * something typed is not saved yet.
   */
  onSubmit: (body: z.input<S>) => Promise<unknown>
}

/** A form over a body of the contract. */
export interface RecordForm<V extends FieldValues> {
  readonly methods: UseFormReturn<V>
  /** For `<form onSubmit>`. */
  readonly submit: (event?: { preventDefault: () => void }) => void
  /** Submits, and tells once it is answered whether all that was typed is saved. */
  readonly save: () => Promise<boolean>
  /** What is wrong with the whole: keys without a field, and failures that are no validation. */
  readonly banner: readonly string[]
  /** Labels of the mounted fields, in their order. */
  readonly labels: Map<string, string>
  readonly draft: Draft
}

/**
 * One form: validation by the contract's schema, server errors on their fields (first message each), unknown keys
 * in a banner, focus on the first error. Defaults are read once; `form.methods.reset(values)` takes new ones.
 */
export const useRecordForm = <V extends FieldValues, S extends Schema>(
  options: RecordFormOptions<V, S>,
): RecordForm<V> => {
  const { schema, extra = {}, literal = [], onSubmit } = options
  const [labels] = useState(() => new Map<string, string>())
  const [banner, setBanner] = useState<readonly string[]>([])
  // The hook's own generic for partial defaults; ours are whole.
  const methods = useForm<V>({
    defaultValues: options.defaults as DefaultValues<V>,
    resolver: (values, context, more) =>
      schemaResolver<V>(schema, literal, labels)({ ...values, ...extra }, context, more),
    shouldFocusError: true,
  })
  const draft = useDraft(methods, options.defaults, options.draft)

  const send = async (values: V): Promise<boolean> => {
    setBanner([])
    const body = bodyFrom({ ...values, ...extra }, literal)
    try {
      // The resolver has parsed this very body.
      const answer = await onSubmit(body as z.input<S>)
      if (answer === keepsDraft) return false
      draft.settle()
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      showServerErrors({ methods, labels, setBanner }, error)
      return false
    }
  }
  const refuse = (): void => {
    const problems = problemsOf(schema, bodyFrom({ ...methods.getValues(), ...extra }, literal))
    showProblems({ methods, labels, setBanner }, problems)
  }
  const save = async (): Promise<boolean> => {
    let isSaved = false
    const sendValues = async (values: V): Promise<void> => {
      isSaved = await send(values)
    }
    await methods.handleSubmit(sendValues, refuse)()
    return isSaved
  }
  const submit = (event?: { preventDefault: () => void }): void => {
    event?.preventDefault()
    void save()
  }
  return { methods, submit, save, banner, labels, draft }
}
