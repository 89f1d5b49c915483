import { createFileRoute } from '@tanstack/react-router'
import { CalendarCheck } from 'lucide-react'
import { listActivityReviews } from '#contract/outputs/audit/endpoints.ts'
import { findingKinds, findingTexts, type ActivityReview } from '#contract/outputs/audit/review.ts'
import { Loaded } from '#client/platform/ui/states/loaded.tsx'
import { formatCount, formatDays } from '#client/platform/lib/format.ts'
import { useAsk } from '#client/platform/lib/query.ts'
import { Banner } from '#client/platform/ui/states/banner.tsx'
import { EmptyState } from '#client/platform/ui/states/empty-state.tsx'
import { Disclosure } from '#client/platform/ui/text/disclosure.tsx'
import { PageBody, PageHeader } from '#client/platform/ui/text/page-header.tsx'
import { ActivityTabs } from './activity-tabs.tsx'
import { FindingCard } from './finding-card.tsx'

/** Renders what was unusual in the last weeks, for an admin to look at and note. */
const ReviewScreen = () => {
  const reviews = useAsk(listActivityReviews, {}, { staleTime: 60_000 })
  return (
    <>
      <PageHeader title="Weekly review" />
      <ActivityTabs />
      <PageBody>
        <Loaded
          of={reviews}
          what="The weekly review"
          who="Only Shipmate Admins have access to the weekly review."
          rows={6}
          label="Loading the weekly review"
        >
          {(data) => <Reviews reviews={data} />}
        </Loaded>
      </PageBody>
    </>
  )
}

const openIn = ({ findings }: ActivityReview): number =>
  findings.filter(({ looked_at }) => looked_at === null).length

const Reviews = ({ reviews }: { reviews: readonly ActivityReview[] }) => {
  const [latest, ...earlier] = reviews
  if (!latest)
    return (
      <EmptyState icon={CalendarCheck} title="No reviews yet">
        Each Monday, unusual activity from the previous week appears here.
      </EmptyState>
    )
  const unseen = earlier.filter((review) => openIn(review) > 0)
  const seen = earlier.filter((review) => openIn(review) === 0)
  return (
    <div className="flex flex-col gap-8">
      {unseen.length > 0 && (
        <Banner tone="warning">
          {unseen.length === 1
            ? '1 earlier week has unreviewed findings.'
            : `${unseen.length} earlier weeks have unreviewed findings.`}
        </Banner>
      )}
      {[latest, ...unseen].map((review) => (
        <Week key={review.id} review={review} />
      ))}
      {seen.length > 0 && (
        <section aria-labelledby="earlier">
          <h2 id="earlier" className="mb-2 text-section font-semibold">
            Earlier weeks
          </h2>
          {seen.map((review) => (
            <Disclosure
              key={review.id}
              summary={`${formatDays(review.starts_on, review.ends_on)} · ${formatCount(review.findings.length, 'finding')}`}
              className="-mx-2"
            >
              <div className="py-1 pr-2 pl-8">
                <Findings review={review} />
              </div>
            </Disclosure>
          ))}
        </section>
      )}
      <Definitions />
    </div>
  )
}

const Week = ({ review }: { review: ActivityReview }) => (
  <section aria-labelledby={`week-${review.id}`}>
    <h2 id={`week-${review.id}`} className="mb-3 text-section font-semibold">
      {formatDays(review.starts_on, review.ends_on)}{' '}
      <span className="font-normal text-ink-3">{formatCount(review.findings.length, 'finding')}</span>
    </h2>
    <Findings review={review} />
  </section>
)

const Findings = ({ review }: { review: ActivityReview }) =>
  review.findings.length === 0 ? (
    <p className="text-ink-2">Nothing unusual in this week.</p>
  ) : (
    <ul className="flex flex-col gap-3">
      {review.findings.map((finding) => (
        <li key={finding.id}>
          <FindingCard finding={finding} week={review} />
        </li>
      ))}
    </ul>
  )

/** What the review looks for, in words. */
const Definitions = () => (
  <section aria-labelledby="definitions" className="border-t border-line pt-5">
    <h2 id="definitions" className="mb-1 text-section font-semibold">
      Definitions
    </h2>
    <p className="mb-3 text-ink-2">
      A finding isn’t proof of anything wrong. A student counts once a week, however often someone opens the
      record.
    </p>
    <dl className="grid gap-x-4 gap-y-2 sm:grid-cols-[8rem_minmax(0,1fr)]">
      {findingKinds.map((kind) => (
        <div key={kind} className="contents">
          <dt className="font-medium">{findingTexts[kind].label}</dt>
          <dd className="text-ink-2 max-sm:mb-2">{findingTexts[kind].when}</dd>
        </div>
      ))}
    </dl>
  </section>
)

export const Route = createFileRoute('/_signed-in/_admin/settings/activity/review')({
  component: ReviewScreen,
})
