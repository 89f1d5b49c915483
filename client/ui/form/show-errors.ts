import { get, type FieldPath, type FieldValues, type UseFormReturn } from 'react-hook-form'
import type { ApiError } from '#client/lib/api-error.ts'
import { inWordsOf } from './form-values.ts'

interface Shown<V extends FieldValues> {
  readonly methods: UseFormReturn<V>
  /** Of the mounted fields. */
  readonly labels: ReadonlyMap<string, string>
  readonly setBanner: (messages: readonly string[]) => void
}

/** Puts each message on its field and the focus on the first; what no field can show goes into the banner. */
export const showServerErrors = <V extends FieldValues>(shown: Shown<V>, error: ApiError): void => {
  const { methods, labels, setBanner } = shown
  if (error.kind === 'aborted' || error.kind === 'unauthenticated') return
  const wrong = new Map(Object.entries(error.fieldErrors))
  if (wrong.size === 0) return setBanner([error.message])
  const fields = inOrder(shown, wrong)
  for (const [index, field] of fields.entries()) {
    const message = inWordsOf(wrong.get(field) ?? '', field, labels.get(field))
    // a field that the form holds is a path of it
    methods.setError(field as FieldPath<V>, { type: 'server', message }, { shouldFocus: index === 0 })
  }
  showProblems(shown, wrong)
}

/** What the form holds of what is wrong: mounted fields in their order, then those of parts that are folded. */
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
 * Says in the banner what no field shows. Parts that are folded open for what is wrong in them, so that is known once
 * they have; the focus goes there where nothing else took it.
 */
export const showProblems = <V extends FieldValues>(
  { methods, labels, setBanner }: Shown<V>,
  problems: ReadonlyMap<string, string>,
): void => {
  const isAnyMounted = [...problems.keys()].some((field) => labels.has(field))
  const say = () =>
    setBanner([...problems].filter(([field]) => !labels.has(field)).map(([, message]) => message))
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
