import { useBlocker } from '@tanstack/react-router'
import { useFormState, type FieldValues } from 'react-hook-form'
import { useConfirm } from '../confirm.tsx'
import type { RecordForm } from './use-record-form.ts'

/** Asks before a screen with unsaved changes is left, in the app and by closing the tab. */
export const useDirtyGuard = <V extends FieldValues>(form: RecordForm<V>): boolean => {
  const { isDirty } = useFormState({ control: form.methods.control })
  const confirm = useConfirm()
  useBlocker({
    disabled: !isDirty,
    enableBeforeUnload: isDirty,
    shouldBlockFn: async () =>
      !(await confirm({
        title: 'Leave without saving?',
        message: 'What you changed on this page has not been saved.',
        acceptLabel: 'Leave',
        cancelLabel: 'Stay here',
        danger: true,
      })),
  })
  return isDirty
}
