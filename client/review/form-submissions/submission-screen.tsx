import { createFileRoute } from '@tanstack/react-router'
import { getFormSubmission } from '#contract/review/form-submissions/endpoints.ts'
import type { FormSubmissionDetail } from '#contract/review/form-submissions/review-shapes.ts'
import { FailedState } from '#client/platform/common/failed-state.tsx'
import { NotFoundState } from '#client/platform/common/not-found-state.tsx'
import { useAsk } from '#client/platform/lib/query.ts'
import { SkeletonRows } from '#client/platform/ui/states/skeleton.tsx'
import { PageBody, PageHeader } from '#client/platform/ui/text/page-header.tsx'
import { FormsLink } from './forms-link.tsx'
import { Review } from './review.tsx'
import { readReviewSearch } from './review-search.ts'

/** Renders the review of one form: the evidence, and the steps from matching to the decision. */
const SubmissionScreen = () => {
  const { school, period, submission } = Route.useParams()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data: form, error, refetch } = useAsk(getFormSubmission, { params: { id: Number(submission) } })
  if (form && isHere(form, school, period))
    return (
      <Review
        key={form.id}
        form={form}
        search={search}
        onStep={(step) => void navigate({ search: (all) => ({ ...all, step }), replace: true })}
        onForm={(id) =>
          void navigate({
            params: (all) => ({ ...all, submission: String(id) }),
            search: ({ step: _left, ...list }) => list,
          })
        }
      />
    )
  return (
    <>
      <PageHeader
        title="Form submission"
        breadcrumb={[{ key: 'forms', link: <FormsLink school={school} period={period} search={search} /> }]}
      />
      <PageBody width="lg">
        {form ? (
          <NotFoundState />
        ) : error ? (
          <FailedState
            error={error}
            what="The form"
            who="Only Shipmate Admins can review forms."
            onRetry={() => void refetch()}
          />
        ) : (
          <SkeletonRows rows={8} label="Loading the form" />
        )}
      </PageBody>
    </>
  )
}

/** Returns whether a form belongs to the policy year in the URL. */
const isHere = (form: FormSubmissionDetail, school: string, period: string): boolean =>
  form.school_id === Number(school) && form.period_id === Number(period)

export const Route = createFileRoute(
  '/_signed-in/_admin/schools/$school/period/$period/student-form-submission/$submission',
)({
  validateSearch: readReviewSearch,
  component: SubmissionScreen,
})
