import type { FieldPath, FieldValues, PathValue, UseFormReturn } from 'react-hook-form'

/**
 * The form as it was saved, with what was typed while it was being saved: that is not saved yet. Answers whether there
 * is no such thing.
 */
export const beginAgain = <V extends FieldValues>(
  methods: UseFormReturn<V>,
  submitted: V,
  saved: V,
): boolean => {
  const now = structuredClone(methods.getValues())
  methods.reset(saved)
  const typed = Object.entries(now).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(submitted[name]),
  )
  for (const [name, value] of typed)
    // the names and values are the form's own
    methods.setValue(name as FieldPath<V>, value as PathValue<V, FieldPath<V>>, { shouldDirty: true })
  return typed.length === 0
}
