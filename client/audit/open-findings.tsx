import { countOpenFindings } from '#contract/audit/endpoints.ts'
import { useAsk } from '#client/lib/query.ts'
import { LinkButton } from '#client/ui/controls/link-button.tsx'
import { Banner } from '#client/ui/states/banner.tsx'

/** Renders that findings of the weekly review wait for someone to look at them. */
export const OpenFindings = () => {
  const { data } = useAsk(countOpenFindings, {}, { staleTime: 60_000 })
  if (data === undefined || data.quantity === 0) return null
  return (
    <Banner
      tone="warning"
      className="mb-5"
      actions={
        <LinkButton size="sm" to="/settings/activity/review">
          Open the review
        </LinkButton>
      }
    >
      {data.quantity === 1
        ? 'The weekly review has 1 finding that no one has looked at.'
        : `The weekly review has ${data.quantity} findings that no one has looked at.`}
    </Banner>
  )
}
