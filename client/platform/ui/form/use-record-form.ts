import { useState } from 'react'
import {
  get,
  useForm,
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type UseFormReturn,
} from 'react-hook-form'
import type * as z from 'zod/mini'
import type { Schema } from '#contract/platform/endpoint.ts'
import { capitalized } from '#contract/platform/letter-case.ts'
import { fieldText } from '#contract/app/shown-texts.ts'
import { ApiError } from '#client/platform/lib/api-error.ts'
import { bodyFrom, messageFor, problemsOf, schemaResolver, type Words } from './form-values.ts'
import { useDraft, type Draft, type DraftOptions } from './use-draft.ts'

/** Returned by an `onSubmit` that didn't save everything: the draft stays. */
export const keepsDraft: unique symbol = Symbol('keeps the draft')

interface RecordFormOptions<V extends FieldValues, S extends Schema> {
  /** The body schema of the endpoint. Keys without a field go into `extra`. */
  schema: S
  /** A value for every field: '' for empty text, null for an empty choice. */
  defaults: V
  /** Keys of the body without a field: IDs, versions. */
  extra?: Readonly<Record<string, unknown>>
  /** Keys sent unchanged, as the endpoint defines. */
  literal?: readonly string[]
  /** Saves what is typed as a draft until it's submitted; omit it for passwords and codes. */
  draft?: DraftOptions
  /**
   * Sends the body. An `ApiError` is shown at the fields and in the banner; the typed text stays. Return `keepsDraft`
   * if some of it isn't saved yet.
   */
  onSubmit: (body: z.input<S>) => Promise<unknown>
}

/** A form for a body of the contract. */
export interface RecordForm<V extends FieldValues> {
  readonly methods: UseFormReturn<V>
  /** For `<form onSubmit>`. */
  readonly submit: (event?: { preventDefault: () => void }) => void
  /** Submits, and resolves to whether everything was saved. */
  readonly save: () => Promise<boolean>
  /** Errors of the whole form: keys without a field, and failures that aren't validation errors. */
  readonly banner: readonly string[]
  /** Labels of the mounted fields, in order. */
  readonly labels: Map<string, string>
  /** The mounted fields that offer choices. */
  readonly choices: Set<string>
  readonly draft: Draft
}

/**
 * Creates a form: validates with the contract's schema, shows the first server error per field and unknown keys in a
 * banner, and focuses the first error. Defaults are read once; `form.methods.reset(values)` replaces them.
 */
export const useRecordForm = <V extends FieldValues, S extends Schema>(
  options: RecordFormOptions<V, S>,
): RecordForm<V> => {
  const { schema, extra = {}, literal = [], onSubmit } = options
  const [labels] = useState(() => new Map<string, string>())
  const [choices] = useState(() => new Set<string>())
  const [banner, setBanner] = useState<readonly string[]>([])
  // The hook's generic allows partial defaults; ours are complete.
  const methods = useForm<V>({
    defaultValues: options.defaults as DefaultValues<V>,
    resolver: (values, context, more) =>
      schemaResolver<V>(schema, literal, { labels, choices })({ ...values, ...extra }, context, more),
    shouldFocusError: true,
  })
  const draft = useDraft(methods, options.defaults, options.draft)

  const send = async (values: V): Promise<boolean> => {
    setBanner([])
    const body = bodyFrom({ ...values, ...extra }, literal)
    try {
      // The resolver has parsed exactly this body.
      const answer = await onSubmit(body as z.input<S>)
      if (answer === keepsDraft) return false
      draft.settle()
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      showServerErrors({ methods, labels, choices, setBanner }, error)
      return false
    }
  }
  const refuse = (): void => {
    const problems = problemsOf(schema, bodyFrom({ ...methods.getValues(), ...extra }, literal))
    showProblems({ methods, labels, choices, setBanner }, problems)
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
  return { methods, submit, save, banner, labels, choices, draft }
}

interface Shown<V extends FieldValues> extends Words {
  readonly methods: UseFormReturn<V>
  readonly setBanner: (messages: readonly string[]) => void
}

/** Shows each message at its field and focuses the first; messages without a field go to the banner. */
const showServerErrors = <V extends FieldValues>(shown: Shown<V>, error: ApiError): void => {
  const { methods, setBanner } = shown
  if (error.kind === 'aborted' || error.kind === 'unauthenticated') return
  const wrong = new Map(Object.entries(error.wireErrors))
  if (wrong.size === 0) return setBanner([error.message])
  const fields = inOrder(shown, wrong)
  for (const [index, field] of fields.entries()) {
    const message = messageFor(wrong.get(field) ?? '', field, shown, methods.getValues())
    // a field with an error is a path of the form
    methods.setError(field as FieldPath<V>, { type: 'server', message }, { shouldFocus: index === 0 })
  }
  showProblems(shown, wrong)
}

/** Returns the names of fields with errors: mounted fields in order, then those in collapsed parts. */
const inOrder = <V extends FieldValues>(
  { methods, labels }: Shown<V>,
  wrong: ReadonlyMap<string, string>,
): readonly string[] => {
  const mounted = [...labels.keys()].filter((field) => wrong.has(field))
  const values: unknown = methods.getValues()
  const folded = [...wrong.keys()].filter((field) => !labels.has(field) && get(values, field) !== undefined)
  return [...mounted, ...folded]
}

/**
 * Shows errors without a visible field in the banner. Collapsed parts with errors open first, so this waits for them;
 * then it focuses the first error if nothing else got the focus.
 */
const showProblems = <V extends FieldValues>(
  shown: Shown<V>,
  problems: ReadonlyMap<string, string>,
): void => {
  const { methods, labels, setBanner } = shown
  const isAnyMounted = [...problems.keys()].some((field) => labels.has(field))
  const say = () =>
    setBanner(
      [...problems]
        .filter(([field]) => !labels.has(field))
        .map(([field, message]) =>
          named(field, message, messageFor(message, field, shown, methods.getValues())),
        ),
    )
  if ([...problems.keys()].every((field) => labels.has(field))) return
  requestAnimationFrame(() =>
    setTimeout(() => {
      say()
      const first = [...problems.keys()].find((field) => labels.has(field))
      // as above
      if (!isAnyMounted && first !== undefined) methods.setFocus(first as FieldPath<V>)
    }),
  )
}

/** Names the field in a banner sentence without a label: 'Campus: Choose a value from the list.' */
const named = (field: string, wire: string, sentence: string): string => {
  const words = fieldText(field)
  if (sentence === wire || sentence.includes(words)) return sentence
  return `${capitalized(words)}: ${sentence}`
}
