import type { Plan } from '#contract/periods/plans.ts'
import { unlikelyPremiums } from '#contract/periods/premium-warnings.ts'
import { ApiError } from '#client/lib/api-error.ts'
import { useConfirm } from '#client/ui/confirm.tsx'

/**
 * Asks once before premiums are saved that are probably slips; the same premiums in the saved plan are not asked about
 * again. @throws ApiError `aborted` where they are to be corrected first
 */
export const useConfirmPremiums = () => {
  const confirm = useConfirm()
  return async (saved: Plan, plan: Plan): Promise<void> => {
    const known = new Set(unlikelyPremiums(saved).map(([, words]) => words))
    const asked = unlikelyPremiums(plan).filter(([, words]) => !known.has(words))
    if (asked.length === 0) return
    const isWanted = await confirm({
      title: asked.length === 1 ? 'Save this premium?' : `Save these ${asked.length} premiums?`,
      message: (
        <ul className="list-disc pl-4">
          {asked.map(([path, words]) => (
            <li key={path}>{words}</li>
          ))}
        </ul>
      ),
      acceptLabel: 'Save anyway',
      cancelLabel: 'Go back',
    })
    if (!isWanted) throw new ApiError({ kind: 'aborted', message: '' })
  }
}
