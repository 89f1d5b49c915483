import { useBlocker } from '@tanstack/react-router'
import { useFormState, type FieldValues } from 'react-hook-form'
import { useConfirm } from '../overlays/confirm.tsx'
import type { Draft } from './use-draft.ts'
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

/** Returns whether leaving a form would lose changes, because no draft keeps them. */
export const isLostOnLeaving = (
  { except, isTooLong }: Draft,
  { isDirty, changed = [] }: { readonly isDirty: boolean; readonly changed?: readonly string[] },
): boolean => isDirty && (except === null || isTooLong || changed.some((field) => except.includes(field)))

/**
 * Returns whether a form has unsaved changes, and asks before the user leaves if no draft keeps them. `isGuarded` is
 * false if the screen asks for several forms at once.
 */
export const useDirtyGuard = <V extends FieldValues>(
  { methods, draft }: RecordForm<V>,
  isGuarded = true,
): boolean => {
  const { isDirty, dirtyFields } = useFormState({ control: methods.control })
  useLeaveGuard({
    isDirty: isGuarded && isLostOnLeaving(draft, { isDirty, changed: Object.keys(dirtyFields) }),
  })
  return isDirty
}
