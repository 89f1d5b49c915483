import { ApiError, type ApiErrorKind } from '#client/platform/lib/api-error.ts'
import { useToast } from '#client/platform/ui/overlays/toast.tsx'

/** Kinds of failure that say nothing new: the user left, is signed out, or didn’t confirm their password. */
const silent: ReadonlySet<ApiErrorKind> = new Set(['aborted', 'unauthenticated', 'password-needed'])

/**
 * Returns a function that runs an action and shows a failure as a toast: `attempt('Couldn’t end the session', …)`.
 * It resolves to whether the action succeeded. The calls of the action are quiet.
 */
export const useAttempt = () => {
  const toast = useToast()
  return async (title: string, action: () => Promise<unknown>): Promise<boolean> => {
    try {
      await action()
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (!silent.has(error.kind)) toast.show({ tone: 'danger', title, description: error.message })
      return false
    }
  }
}
