import type { Period } from '#contract/periods/shapes.ts'
import { listSchoolPeriods, orderPeriods } from '#contract/schools/endpoints.ts'
import { useSend } from '#client/lib/query.ts'
import { useToast } from '#client/ui/toast.tsx'

/** Moves a policy year of a school from one place in the list to another, counted from 0. */
export const useOrderPeriods = (schoolId: number, periods: readonly Period[]) => {
  const toast = useToast()
  const { send } = useSend(orderPeriods, { refreshes: [listSchoolPeriods] })
  return async (from: number, to: number): Promise<void> => {
    const before = periods.map(({ id }) => id)
    const after = before.toSpliced(from, 1).toSpliced(to, 0, ...before.slice(from, from + 1))
    const params = { id: schoolId }
    const sent = await send({ params, body: { ids: after } }).catch(() => null)
    if (!sent) return
    toast.show({
      tone: 'success',
      title: 'Order changed',
      action: {
        label: 'Undo',
        onAction: () => void send({ params, body: { ids: before } }).catch(() => null),
      },
    })
  }
}
