import type { FieldPath, FieldValues, PathValue, UseFormReturn } from 'react-hook-form'

/** The form as it was saved, with what was typed while it was being saved: that is not saved yet. */
export const beginAgain = <V extends FieldValues>(
  methods: UseFormReturn<V>,
  submitted: V,
  saved: V,
): void => {
  const now = structuredClone(methods.getValues())
  methods.reset(saved)
  for (const [name, value] of Object.entries(now))
    if (JSON.stringify(value) !== JSON.stringify(submitted[name]))
      // the names and values are the form's own
      methods.setValue(name as FieldPath<V>, value as PathValue<V, FieldPath<V>>, { shouldDirty: true })
}
