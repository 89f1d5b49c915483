import { useBlocker } from '@tanstack/react-router'
import { useFormState, type FieldValues } from 'react-hook-form'
import { useConfirm } from '../overlays/confirm.tsx'
import type { RecordForm } from './use-record-form.ts'

interface LeaveGuard {
  /** Something would be lost by leaving. */
  readonly isDirty: boolean
  /** What would be lost, as a sentence. */
  readonly message?: string
  /** Where one may go with it: the next step of the same work. */
  readonly isNextStep?: (pathname: string) => boolean
}

/** Asks before a screen is left on which something would be lost, in the app and by closing the tab. */
export const useLeaveGuard = ({
  isDirty,
  message = 'What you changed on this page has not been saved.',
  isNextStep = () => false,
}: LeaveGuard): void => {
  const confirm = useConfirm()
  useBlocker({
    disabled: !isDirty,
    enableBeforeUnload: isDirty,
    shouldBlockFn: async ({ next }) =>
      !isNextStep(next.pathname) &&
      !(await confirm({
        title: 'Leave without saving?',
        message,
        acceptLabel: 'Leave',
        cancelLabel: 'Stay here',
        danger: true,
      })),
  })
}

/**
 * Asks before a screen with unsaved changes is left, in the app and by closing the tab; `isGuarded` is false where the
 * screen asks for several forms at once.
 */
export const useDirtyGuard = <V extends FieldValues>(form: RecordForm<V>, isGuarded = true): boolean => {
  const { isDirty } = useFormState({ control: form.methods.control })
  useLeaveGuard({ isDirty: isDirty && isGuarded })
  return isDirty
}
