import { useBlocker } from '@tanstack/react-router'
import { useFormState, type FieldValues } from 'react-hook-form'
import { useConfirm } from '../overlays/confirm.tsx'
import type { RecordForm } from './use-record-form.ts'

interface LeaveGuard {
  /** Whether leaving would lose something. */
  readonly isDirty: boolean
  /** What would be lost, as a sentence. */
  readonly message?: string
  /** Paths that can be opened without losing it: the next step of the same task. */
  readonly isNextStep?: (pathname: string) => boolean
}

/** Asks before the user leaves a screen and would lose something, in the app and when closing the tab. */
export const useLeaveGuard = ({
  isDirty,
  message = 'You have unsaved changes on this page.',
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
        cancelLabel: 'Stay',
        danger: true,
      })),
  })
}

/**
 * Asks before the user leaves a screen with unsaved changes, in the app and when closing the tab. `isGuarded` is
 * false if the screen asks for several forms at once.
 */
export const useDirtyGuard = <V extends FieldValues>(form: RecordForm<V>, isGuarded = true): boolean => {
  const { isDirty } = useFormState({ control: form.methods.control })
  useLeaveGuard({ isDirty: isDirty && isGuarded })
  return isDirty
}
