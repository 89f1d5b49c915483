import { replaceDemoDate } from '#contract/platform/demo-date/endpoints.ts'
import { useSend } from '#client/platform/lib/query.ts'

/** Sets the day that the demo takes for today. Every screen depends on it, so the page loads again. */
export const useDemoDate = () => {
  const { send, isSending } = useSend(replaceDemoDate)
  return {
    isSending,
    replace: async (day: string | null): Promise<void> => {
      await send({ body: { day } })
      window.location.reload()
    },
  }
}
