import { CircleCheck, ClipboardCheck, History, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { isAdmin } from '#contract/platform/access.ts'
import { coverageLabels, type Coverage } from '#contract/platform/coverage/choices.ts'
import { formTypeLabels } from '#contract/review/form-submissions/choices.ts'
import type { StudentFormSubmission } from '#contract/review/form-submissions/review-shapes.ts'
import { withinSentence } from '#contract/platform/letter-case.ts'
import { useUser } from '#client/platform/common/current-user.tsx'
import { FormDecision } from '../decide/form-decision.tsx'
import { formatInstant, formatList } from '#client/platform/lib/format.ts'
import { LinkButton } from '#client/platform/ui/controls/link-button.tsx'
import { Pill } from '#client/platform/ui/text/badge.tsx'
import { Disclosure } from '#client/platform/ui/text/disclosure.tsx'
import { EvidencePane } from './evidence-pane.tsx'
import { OutcomesList } from './outcomes-list.tsx'

/** The school and policy year of a form. */
export interface FormPlace {
  readonly school: number
  readonly period: number
}

interface StudentFormProps {
  form: StudentFormSubmission
  place: FormPlace
  /** Whether it’s open at first. */
  startsOpen?: boolean
}

/**
 * Renders a form as a line that opens to what the student signed and sent, beside what was decided. Shipmate Admins
 * decide it there.
 */
export const StudentForm = ({ form, place, startsOpen = false }: StudentFormProps) => {
  const [isOpen, setOpen] = useState(startsOpen)
  const isReviewer = isAdmin(useUser())
  return (
    <Disclosure summary={<Summary form={form} />} startsOpen={startsOpen} onToggle={setOpen}>
      {/* files are loaded, and their views logged, only when someone opens the form */}
      {isOpen && (
        <div className="flex flex-col gap-5 px-2 pt-2 pb-3">
          <Flagged coverages={form.flagged_coverages} />
          {isReviewer ? (
            <FormDecision form={form} actions={<ReviewLink form={form} place={place} />} />
          ) : (
            <>
              <OutcomesList outcomes={form.outcomes} />
              <EvidencePane form={form} />
            </>
          )}
        </div>
      )}
    </Disclosure>
  )
}

const ReviewLink = ({ form, place }: Pick<StudentFormProps, 'form' | 'place'>) => (
  <LinkButton
    to="/schools/$school/period/$period/student-form-submission/$submission"
    params={{ school: String(place.school), period: String(place.period), submission: String(form.id) }}
    size="sm"
    icon={ClipboardCheck}
  >
    Review
  </LinkButton>
)

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
    <p className="text-ink-2">This form didn’t change the {inWords(coverages)} status.</p>
  )
