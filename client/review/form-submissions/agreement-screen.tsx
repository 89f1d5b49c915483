import { createFileRoute } from '@tanstack/react-router'
import { Scale } from 'lucide-react'
import { getAgreement } from '#contract/review/decisions/endpoints.ts'
import { Loaded } from '#client/platform/ui/states/loaded.tsx'
import { useAsk } from '#client/platform/lib/query.ts'
import { EmptyState } from '#client/platform/ui/states/empty-state.tsx'
import { PageBody, PageHeader } from '#client/platform/ui/text/page-header.tsx'
import { AgreementReport } from './agreement-report.tsx'
import { FormsLink } from './forms-link.tsx'

/** Renders how staff’s decisions in a policy year compare with the recommendations. */
const AgreementScreen = () => {
  const place = Route.useParams()
  const agreement = useAsk(getAgreement, { query: { period_id: place.period } })
  const isEmpty =
    agreement.data?.decided === 0 &&
    agreement.data.feedback.agree + agreement.data.feedback.disagree === 0 &&
    agreement.data.second_reviews.length === 0
  return (
    <>
      <PageHeader
        title="Agreement with recommendations"
        breadcrumb={[{ key: 'forms', link: <FormsLink {...place} search={{}} /> }]}
      />
      <PageBody>
        {isEmpty ? (
          <EmptyState icon={Scale} title="Nothing decided yet">
            Decisions appear here next to what the rules recommended.
          </EmptyState>
        ) : (
          <Loaded
            of={agreement}
            what="The comparison"
            who="Only Shipmate Admins can review forms."
            rows={8}
            label="Loading the comparison"
          >
            {(data) => <AgreementReport report={data} place={place} />}
          </Loaded>
        )}
      </PageBody>
    </>
  )
}

export const Route = createFileRoute(
  '/_signed-in/_admin/schools/$school/period/$period/student-form-submissions/agreement',
)({ component: AgreementScreen })
