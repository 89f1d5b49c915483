import { createFileRoute } from '@tanstack/react-router'
import { useDeferredValue, useMemo } from 'react'
import { getFormSubmission } from '#contract/review/form-submissions/endpoints.ts'
import type { FormSubmissionDetail } from '#contract/review/form-submissions/review-shapes.ts'
import { Loaded } from '#client/platform/ui/states/loaded.tsx'
import { NotFoundState } from '#client/platform/ui/states/not-found-state.tsx'
import { useAsk } from '#client/platform/lib/query.ts'
import { PageBody, PageHeader } from '#client/platform/ui/text/page-header.tsx'
import { screenSearch } from '#client/platform/lib/parse-search.ts'
import { FormsLink } from './forms-link.tsx'
import { Review } from './review.tsx'
import { readReviewSearch } from './review-search.ts'

/** Renders the review of one form: the evidence next to the decision. */
const SubmissionScreen = () => {
  const { school, period, submission } = Route.useParams()
  const asked = Route.useSearch()
  const navigate = Route.useNavigate()
  const submitted = useAsk(getFormSubmission, { params: { id: Number(submission) } })
  // the next form is rendered in short tasks; until then the one before stays on screen, and takes the keys
  const { form, search } = useDeferredValue(
    useMemo(() => ({ form: submitted.data, search: asked }), [submitted.data, asked]),
  )
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
        onEnd={() =>
          void navigate({
            to: '/schools/$school/period/$period/student-form-submissions/review',
            params: { school, period },
            search: { ended: true },
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
        <Loaded
          of={submitted}
          what="The form"
          who="Only Shipmate Admins can review forms."
          rows={8}
          label="Loading the form"
        >
          {() => <NotFoundState />}
        </Loaded>
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
  validateSearch: screenSearch(readReviewSearch),
  component: SubmissionScreen,
})
