import { CircleCheck, ClipboardCheck, History, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { isAdmin } from '#contract/access.ts'
import { coverageLabels, type Coverage } from '#contract/coverage/choices.ts'
import { formTypeLabels } from '#contract/form-submissions/choices.ts'
import type { StudentFormSubmission } from '#contract/form-submissions/review-shapes.ts'
import { withinSentence } from '#contract/letter-case.ts'
import { useUser } from '#client/common/current-user.tsx'
import { EvidencePane } from '#client/common/evidence/evidence-pane.tsx'
import { OutcomesList } from '#client/common/evidence/outcomes-list.tsx'
import { useStudentOverview } from '#client/common/student-overview.tsx'
import { formatInstant, formatList } from '#client/lib/format.ts'
import { LinkButton } from '#client/ui/controls/link-button.tsx'
import { Pill } from '#client/ui/text/badge.tsx'
import { Disclosure } from '#client/ui/text/disclosure.tsx'

interface FormSubmissionProps {
  form: StudentFormSubmission
  /** The policy year's ID. */
  period: number
}

/** Renders a form as a line that opens to what was decided, and what the student signed and sent. */
export const FormSubmission = ({ form, period }: FormSubmissionProps) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <Disclosure summary={<Summary form={form} />} onToggle={setOpen}>
      {/* files are loaded, and their views logged, only when someone opens the form */}
      {isOpen && (
        <div className="flex flex-col gap-5 px-2 pt-2 pb-3 sm:pl-8">
          <ReviewLink form={form} period={period} />
          <Flagged coverages={form.flagged_coverages} />
          <OutcomesList outcomes={form.outcomes} />
          <EvidencePane form={form} />
        </div>
      )}
    </Disclosure>
  )
}

const ReviewLink = ({ form, period }: FormSubmissionProps) => {
  const { school_id: school } = useStudentOverview().student
  return (
    isAdmin(useUser()) && (
      <LinkButton
        to="/schools/$school/period/$period/student-form-submission/$submission"
        params={{ school: String(school), period: String(period), submission: String(form.id) }}
        size="sm"
        icon={ClipboardCheck}
        className="self-start"
      >
        Review
      </LinkButton>
    )
  )
}

const inWords = (coverages: readonly Coverage[]): string =>
  formatList(coverages.map((coverage) => withinSentence(coverageLabels[coverage])))

const Summary = ({ form }: { form: StudentFormSubmission }) => (
  <span className="flex flex-wrap items-center gap-x-3 gap-y-0.5">
    <span className="font-medium">
      {formTypeLabels[form.form_type]} for {inWords(form.coverage_types)}
    </span>
    <span className="text-ink-2">{formatInstant(form.submitted_at)}</span>
    <span className="tabular text-ink-2">{form.confirmation_number}</span>
    {form.superseded_by === null ? (
      <Pill quiet tone="success" icon={CircleCheck}>
        Current
      </Pill>
    ) : (
      <Pill quiet icon={History}>
        Replaced by {form.superseded_by.confirmation_number}
      </Pill>
    )}
    {form.flagged_coverages.length > 0 && (
      <Pill tone="warning" icon={TriangleAlert}>
        Needs review
      </Pill>
    )}
  </span>
)

const Flagged = ({ coverages }: { coverages: readonly Coverage[] }) =>
  coverages.length > 0 && (
    <p className="text-ink-2">
      The form couldn’t change the {inWords(coverages)} status, so the status stayed as it was.
    </p>
  )
