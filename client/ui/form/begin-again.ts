import { mergeEdits } from '#client/lib/merge.ts'
import type { FieldPath, FieldValues, PathValue, UseFormReturn } from 'react-hook-form'

/**
 * Resets the form to what was saved, merged with what was typed while it was being saved: that is not saved yet. Answers
 * whether there is no such thing.
 */
export const beginAgain = <V extends FieldValues>(
  methods: UseFormReturn<V>,
  submitted: V,
  saved: V,
): boolean => {
  const now = structuredClone(methods.getValues())
  const both = mergeEdits(submitted, now, saved).value
  methods.reset(saved)
  const typed = Object.entries(both).filter(
    ([name, value]) =>
      JSON.stringify(now[name]) !== JSON.stringify(submitted[name]) &&
      JSON.stringify(value) !== JSON.stringify(saved[name]),
  )
  for (const [name, value] of typed)
    // the names and values are the form's own
    methods.setValue(name as FieldPath<V>, value as PathValue<V, FieldPath<V>>, { shouldDirty: true })
  return typed.length === 0
}
