import { useId } from 'react'
import type { WaiverWhatIf as Found } from '#contract/review/decisions/what-if.ts'
import type { SetUpPlace } from '#client/setup/period-documents/document-page.tsx'
import { formatNumber } from '#client/platform/lib/format.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { Banner } from '#client/platform/ui/states/banner.tsx'
import { SkeletonRows } from '#client/platform/ui/states/skeleton.tsx'
import { Disclosure } from '#client/platform/ui/text/disclosure.tsx'
import { ExampleItem, Moves, summaryOf, useWhatIf } from './waiver-what-if.tsx'

/** Examples that are shown at once. */
const firstExamples = 3

/**
 * Renders what publishing the saved waiver rules changes in the recommendations of this and the last year’s waivers.
 * Publishing doesn’t depend on it.
 */
export const WaiverImpact = ({ place }: { place: SetUpPlace }) => {
  const { data, error, refetch, isFetchedAfterMount, isFetching } = useWhatIf(place)
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className="mt-5 flex flex-col gap-3 border-t border-line pt-4">
      <div>
        <h3 id={titleId} className="text-section font-semibold">
          Changed recommendations
        </h3>
        <p className="text-label text-ink-2">
          Waivers of this and the previous policy year. Decided waivers don’t change.
        </p>
      </div>
      {error ? (
        <Banner
          tone="warning"
          actions={
            error.kind === 'forbidden' ? undefined : (
              <Button size="sm" busy={isFetching} onClick={() => void refetch()}>
                Try again
              </Button>
            )
          }
        >
          {error.kind === 'forbidden'
            ? 'Only Shipmate Admins can compare waiver rules.'
            : 'Couldn’t compare the waivers. You can publish without the comparison.'}
        </Banner>
      ) : data && isFetchedAfterMount ? (
        <Summary found={data} place={place} />
      ) : (
        <SkeletonRows rows={3} label="Checking waivers" />
      )}
    </section>
  )
}

const Summary = ({ found, place }: { found: Found; place: SetUpPlace }) => {
  if (found.judged === 0) return <p>No waivers to compare yet.</p>
  const [first, more] = [found.examples.slice(0, firstExamples), found.examples.slice(firstExamples)]
  const itemsOf = (examples: Found['examples']) => (
    <ul>
      {examples.map((example) => (
        <ExampleItem key={`${example.submission_id} ${example.coverage_type}`} {...{ example, place }} />
      ))}
    </ul>
  )
  return (
    <>
      <p className="font-medium">
        {summaryOf(found)}
        {found.is_cut && <span className="font-normal text-ink-2"> · newest 2,000 forms</span>}
      </p>
      {found.changed > 0 && (
        <>
          <Moves moves={found.moves} />
          <div>
            <h4 className="text-label font-medium text-ink-2">Examples</h4>
            {itemsOf(first)}
            {more.length > 0 && (
              <Disclosure className="-mx-2" summary={`${formatNumber(more.length)} more`}>
                <div className="pr-2 pl-8">{itemsOf(more)}</div>
              </Disclosure>
            )}
          </div>
        </>
      )}
    </>
  )
}
